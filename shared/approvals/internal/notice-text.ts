import type { PutBack } from '../approval';
import type { Notice } from './notice';

/** Most characters of a subject: SNS takes fewer than 100. */
const MAX_SUBJECT_CHARACTERS = 99;

/** Names that a notice shows; absent ones are left out. */
interface Names {
  /** Also the id of an automation. */
  campaignId: string;
  name: string;
  accountName: string;
  /** Note of the launcher, comment of an approval, or reason of a rejection. */
  words: string | undefined;
  launchedBy: string | undefined;
  decidedBy: string | undefined;
  /** Address of the account's pages in the console; absent where there is none. */
  consoleUrl: string | undefined;
}

/**
 * Writes the e-mail of a notice. It has no text for recipients and no phone number.
 *
 * @returns `subject`, one line of ASCII as SNS takes it
 *
 * **Source:** rules E4.7.
 */
export function writeNotice(notice: Notice, names: Names): { subject: string; text: string } {
  const { kind, putBack, recipients } = notice;
  const { name, words } = names;
  const isAutomation = names.campaignId.startsWith('aut_');
  const thing = isAutomation ? 'automation' : 'campaign';
  const { subject, sentence, wordsLabel } = WORDS[kind];
  const page = `${isAutomation ? 'automations' : 'campaigns'}/${names.campaignId}`;
  const lines = [
    `The ${thing} "${inOneLine(name)}" of ${inOneLine(names.accountName)} ${sentence}`,
    '',
    ...(putBack ? [describePutBack(putBack)] : []),
    ...row('Recipients', recipients?.toLocaleString('en-US')),
    ...row(isAutomation ? 'Started by' : 'Launched by', names.launchedBy),
    ...row(DECIDED[kind], names.decidedBy),
    ...row(wordsLabel, words),
    ...(names.consoleUrl === undefined ? [] : ['', `See it in the console: ${names.consoleUrl}/${page}`]),
    '',
    'Administrators of the account choose who gets these e-mails: Settings, "E-mail of approvals".',
  ];
  return { subject: subjectOf(`${subject}: ${name}`), text: lines.join('\n') };
}

const WORDS = {
  awaiting: { subject: 'Awaits approval', sentence: 'awaits an approval.', wordsLabel: 'Note' },
  approved: { subject: 'Approved', sentence: 'was approved.', wordsLabel: 'Comment' },
  rejected: { subject: 'Rejected', sentence: 'was rejected.', wordsLabel: 'Reason' },
} satisfies Record<Notice['kind'], object>;

const DECIDED = { awaiting: 'Decided by', approved: 'Approved by', rejected: 'Rejected by' };

const row = (label: string, value: string | undefined): string[] =>
  value === undefined || value === '' ? [] : [`${label}: ${value}`];

function describePutBack(putBack: PutBack): string {
  switch (putBack.reason) {
    case 'audience_grew':
      return `It was put back: its audience has grown beyond the ${putBack.approved.toLocaleString('en-US')} recipients that need no further approval.`;
    case 'plan_changed':
      return 'It was put back: it differs from what was approved.';
    case 'launcher_lost_right':
      return 'It was put back: who launched it may no longer launch campaigns.';
  }
}

const inOneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** Makes a subject as SNS takes it: letters lose their accents, and other characters than ASCII become question marks. */
function subjectOf(text: string): string {
  const ascii = inOneLine(text)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, '?');
  return ascii.slice(0, MAX_SUBJECT_CHARACTERS).trimEnd();
}
