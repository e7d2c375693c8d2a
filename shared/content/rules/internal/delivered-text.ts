import type { TagForms } from '../../merge-tag-parser';
import { applyReplacements, findReplacements, type Replacement } from '../../merge-tags';

/** Body as it is delivered, with the mapping from its positions to the body as written. */
interface DeliveredText {
  readonly text: string;
  toBody(span: { index: number; length: number }): { index: number; length: number };
}

/** Sample values in the delivered form: no rule checks dates, nor tokens after a link. */
const SAMPLE_DAY = '2000-01-01';
const SAMPLE_TOKEN = 'r';
const NO_FIELDS: ReadonlySet<string> = new Set();

/** Returns a text that is delivered byte for byte: one whose tags are resolved, or that has none. */
export function deliveredAsIs(text: string): DeliveredText {
  return { text, toBody: (span) => span };
}

/**
 * Returns the text that a recipient without any values gets. It uses the resolver that makes the texts to send, so that
 * the rules check what is sent.
 *
 * @param options.registeredLinks the account's links in the body; the argument of any other is delivered unchanged
 *
 * **Source:** rules 2.7.
 */
export function deliverWithoutValues(
  body: string,
  { registeredLinks, hasDefaults }: TagForms & { registeredLinks: ReadonlySet<string> },
): DeliveredText {
  const { replacements } = findReplacements({
    body,
    contact: undefined,
    visibleCustomFieldKeys: NO_FIELDS,
    registeredLinks,
    hasDefaults,
    trackingToken: SAMPLE_TOKEN,
    today: SAMPLE_DAY,
  });
  if (replacements.length === 0) return deliveredAsIs(body);
  return {
    text: applyReplacements(body, replacements),
    toBody({ index, length }) {
      const start = placeInBody(replacements, index).start;
      return { index: start, length: placeInBody(replacements, index + length - 1).end - start };
    },
  };
}

/** Returns the span of a character of the delivered text in the body, or of the whole tag that it comes from. */
function placeInBody(replacements: readonly Replacement[], index: number): { start: number; end: number } {
  let grown = 0;
  for (const { start, end, text, argumentStart } of replacements) {
    const inTag = index - grown - start;
    if (inTag < 0) break;
    if (inTag < text.length) {
      if (argumentStart === undefined) return { start, end };
      return { start: argumentStart + inTag, end: argumentStart + inTag + 1 };
    }
    grown += text.length - (end - start);
  }
  return { start: index - grown, end: index - grown + 1 };
}
