import type { Account } from '../../accounts/account';
import { checkContent } from '../../content/rules/check-content';
import { findInvalidCharacter } from '../../content/rules/invalid-characters';
import { MAX_RESOLVED_BODY_BYTES } from '../../limits';
import type { NotReady } from '../../platform/provider/port';
import { countSegments } from '../../content/segments';

/** Why a resolved text is not handed over. */
export type TextRefusal = Extract<NotReady, { outcome: 'refused' }>;

/** What the rules said of texts, by the text: of one account and the same registered links. */
export type TextVerdicts = Map<string, TextRefusal | undefined>;

/** What an account sets about its texts. */
export type TextSettings = Pick<Account, 'contentExemptions' | 'maxSegments'>;

/**
 * Judges a text after the values of its recipient were put in: its length, and, where they changed it, its characters
 * and content as those of the body were judged.
 *
 * @param options.body as it was accepted: it has passed `checkBody`
 * @param options.trackingToken differs in every text, and is never the reason of a refusal
 * @param options.isMms it has no segments
 * @param options.verdicts equal texts are judged once
 * @returns absent when the text may be handed over
 *
 * **Source:** rules E7.
 */
export function refuseResolvedText(
  text: string,
  options: {
    body: string;
    account: TextSettings;
    registeredLinks: ReadonlySet<string>;
    trackingToken: string;
    isMms: boolean;
    verdicts?: TextVerdicts | undefined;
  },
): TextRefusal | undefined {
  const { body, account, trackingToken, isMms, verdicts } = options;
  if (isTooLongToStore(text)) return rejectMessage('The text is too long with the values of its merge tags.');
  const { segments } = countSegments(text);
  if (!isMms && segments > account.maxSegments) {
    return rejectMessage(`The text takes ${segments} segments; the account allows ${account.maxSegments}.`);
  }
  if (text === body) return undefined;
  const key = text.replaceAll(`?r=${trackingToken}`, '?r=');
  if (verdicts?.has(key)) return verdicts.get(key);
  const verdict = refuseContent(text, options);
  verdicts?.set(key, verdict);
  return verdict;
}

/** Longer than any text, and than what a message's item can hold with its other attributes. */
export function isTooLongToStore(text: string): boolean {
  return Buffer.byteLength(text) > MAX_RESOLVED_BODY_BYTES;
}

function refuseContent(
  text: string,
  options: { account: TextSettings; registeredLinks: ReadonlySet<string> },
): TextRefusal | undefined {
  const invalid = findInvalidCharacter(text);
  if (invalid) {
    return rejectContent(`a character that cannot be delivered (${invalid.codePoint})`);
  }
  const violation = checkContent(text, {
    exemptCategories: new Set(options.account.contentExemptions),
    registeredLinks: options.registeredLinks,
    isResolved: true,
  });
  return violation && rejectContent(`what the content rules refuse (${violation.category})`);
}

function rejectMessage(errorMessage: string): TextRefusal {
  return { outcome: 'refused', errorType: 'message_rejected', errorMessage };
}

function rejectContent(what: string): TextRefusal {
  return {
    outcome: 'refused',
    errorType: 'content_rejected',
    errorMessage: `With the values of its merge tags the text has ${what}.`,
  };
}
