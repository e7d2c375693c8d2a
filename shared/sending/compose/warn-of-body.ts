import {
  customFieldKey,
  type CustomFieldSchema,
  visibleFields,
} from '../../audience/custom-fields/custom-field-schema';
import type { TagForms } from '../../content/merge-tag-parser';
import { findDoubtfulTags, type DoubtfulTag, describeDoubt } from '../../content/doubtful-tags';

/**
 * Finds merge tags in a body that recipients will not see as the author means them.
 *
 * @param options.registeredLinks the body's links that are registered on the account
 * @param options.isOfAutomation true for a text of an automation
 */
export function findDoubts(
  body: string,
  {
    schema,
    ...known
  }: TagForms & {
    schema: CustomFieldSchema;
    registeredLinks: ReadonlySet<string>;
    isOfAutomation?: boolean | undefined;
  },
): DoubtfulTag[] {
  const customFieldKeys = new Set(visibleFields(schema).map((field) => customFieldKey(field.number)));
  return findDoubtfulTags(body, { ...known, customFieldKeys });
}

/** Returns one sentence for each doubtful merge tag. **Source:** rules 2.7. */
export const warnOfBody = (...parameters: Parameters<typeof findDoubts>): string[] =>
  findDoubts(...parameters).map(describeDoubt);
