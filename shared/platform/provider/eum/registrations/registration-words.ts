import type { RegistrationStatus, RegistrationVersionStatus } from '@aws-sdk/client-pinpoint-sms-voice-v2';
import type { State } from '../../../finding';
import type { DenialReason, RegisteredResource, Registration } from './read-registrations';

interface StatusWords {
  /** Goes on after the type of the registration. */
  words: string;
  state: State;
  advice?: string;
}

const WAIT = 'Wait; its numbers deliver nothing until it is complete.';
const AGAIN = 'Numbers that need it deliver nothing: register again.';

const WORDS: Readonly<Record<RegistrationStatus, StatusWords>> = {
  CREATED: {
    words: 'was not submitted',
    state: 'warning',
    advice: 'Submit it (`registration submit`), or delete it in the console of AWS.',
  },
  SUBMITTED: { words: 'was submitted, and waits for review', state: 'warning', advice: WAIT },
  AWS_REVIEWING: { words: 'is in review at AWS', state: 'warning', advice: WAIT },
  REVIEWING: { words: 'is in review at the carriers or their registry', state: 'warning', advice: WAIT },
  REQUIRES_AUTHENTICATION: {
    words: 'waits for the e-mail with which the brand is to be authenticated',
    state: 'problem',
    advice: 'Answer that e-mail, or have it sent again in the console of AWS under Registrations.',
  },
  PROVISIONING: { words: 'was approved, and is being set up', state: 'warning', advice: WAIT },
  COMPLETE: { words: 'is complete', state: 'ok' },
  REQUIRES_UPDATES: {
    words: 'was rejected',
    state: 'problem',
    advice: 'Correct each reason (`registration show`), and submit it again (`registration submit`).',
  },
  CLOSED: { words: 'is closed', state: 'warning', advice: AGAIN },
  DELETED: { words: 'is deleted', state: 'warning', advice: AGAIN },
};

/** Returns what a status means, and what to do; a status that is newer than this table is named as AWS names it. */
export function statusWords({ status }: Pick<Registration, 'status'>): StatusWords {
  const known = status !== undefined && Object.hasOwn(WORDS, status) ? WORDS[status] : undefined;
  return known ?? { words: `is ${status}`, state: 'warning', advice: WAIT };
}

const VERSION_WORDS: Readonly<Record<RegistrationVersionStatus, string>> = {
  DRAFT: 'was not submitted',
  SUBMITTED: WORDS.SUBMITTED.words,
  AWS_REVIEWING: WORDS.AWS_REVIEWING.words,
  REVIEWING: WORDS.REVIEWING.words,
  REQUIRES_AUTHENTICATION: WORDS.REQUIRES_AUTHENTICATION.words,
  REQUIRES_OFFLINE_REVIEW: 'is reviewed by hand',
  APPROVED: 'was approved',
  DENIED: WORDS.REQUIRES_UPDATES.words,
  DISCARDED: 'was discarded',
  REVOKED: 'was approved, and the approval was withdrawn',
  ARCHIVED: 'was replaced by a later version',
};

/** Returns what the status of a version means; a newer one is named as AWS names it. */
export const versionWords = (status: RegistrationVersionStatus | undefined): string =>
  status !== undefined && Object.hasOwn(VERSION_WORDS, status) ? VERSION_WORDS[status] : `is ${status}`;

/** Returns AWS's words on a reason. */
export const reasonWords = ({ reason, short, long, documentation }: DenialReason): string =>
  [short ?? reason, long, documentation].filter(Boolean).join(' ');

/** Lists what a registration is for, such as `+12065550100 (US), ACME (GB)`; empty without any. */
export const resourceWords = (resources: readonly RegisteredResource[]): string =>
  resources.map(({ name, country }) => (country === undefined ? name : `${name} (${country})`)).join(', ');
