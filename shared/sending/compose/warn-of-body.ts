import {
  customFieldKey,
  type CustomFieldSchema,
  visibleFields,
} from '../../audience/custom-fields/custom-field-schema';
import { findDoubtfulTags, type DoubtfulTag, describeDoubt } from '../../content/doubtful-tags';

/** Warning of an answer about a recipient whose text is under review. **Source:** rules 3.3. */
export const REVIEW_WARNING = 'review';

/**
 * Finds the tags of a body that recipients will not read as its author means them.
 *
 * @param options.registeredLinks those of the body's links that are registered on the account
 */
export function findDoubts(
  body: string,
  { schema, registeredLinks }: { schema: CustomFieldSchema; registeredLinks: ReadonlySet<string> },
): DoubtfulTag[] {
  const customFieldKeys = new Set(visibleFields(schema).map((field) => customFieldKey(field.number)));
  return findDoubtfulTags(body, { registeredLinks, customFieldKeys });
}

/** One sentence for each of them. **Source:** rules 2.7. */
export const warnOfBody = (...parameters: Parameters<typeof findDoubts>): string[] =>
  findDoubts(...parameters).map(describeDoubt);
