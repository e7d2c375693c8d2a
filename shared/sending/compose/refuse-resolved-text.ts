import type { Account } from '../../accounts/account';
import { checkContent } from '../../content/rules/check-content';
import { findInvalidCharacter } from '../../content/rules/invalid-characters';
import { MAX_RESOLVED_BODY_BYTES } from '../../limits';
import type { NotReady } from '../../platform/provider/port';
import { countSegments } from '../../content/segments';

/** Refusal of a resolved text, with the reason why it is not handed over. */
export type TextRefusal = Extract<NotReady, { outcome: 'refused' }>;

/** Verdicts of the content rules by text, for one account and the same registered links. */
export type TextVerdicts = Map<string, TextRefusal | undefined>;

/** Settings of an account for its texts. */
export type TextSettings = Pick<Account, 'contentExemptions' | 'maxSegments'>;

/**
 * Checks a text after its merge tags were replaced with the recipient's values: its length, and, when the values
 * changed it, whether an SMS still has a text, and its characters and content by the same rules as the body's.
 *
 * @param options.body the accepted body, which has passed `checkBody`
 * @param options.trackingToken token that differs in every text and is never the reason for a refusal
 * @param options.isMms true for an MMS, which has no segments
 * @param options.verdicts earlier verdicts, so that equal texts are checked once
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
  if (!isMms && text.trim() === '') {
    return rejectMessage('The text is empty with the values of its merge tags.');
  }
  const key = text.replaceAll(`?r=${trackingToken}`, '?r=');
  if (verdicts?.has(key)) return verdicts.get(key);
  const verdict = refuseContent(text, options);
  verdicts?.set(key, verdict);
  return verdict;
}

/**
 * Returns true for a text that is longer than any real message, and than a message's item can hold beside its other
 * attributes.
 */
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
