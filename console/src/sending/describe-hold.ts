import type { Campaign, SendingHold } from '../api/schemas';
import { formatDateTime } from '../format/dates';

type Reason = SendingHold['reason'];

/** Returns what is held, as a heading. */
export function nameHold({ scope, reason, number }: SendingHold): string {
  const from = scope === 'number' ? ` from ${number ?? 'a number'}` : '';
  switch (reason) {
    case 'paused':
      if (scope === 'number') return `Sending${from} is paused`;
      return scope === 'account' ? 'Sending of this account is paused' : 'Sending is paused for all accounts';
    case 'provider':
      return `The provider takes no texts${from}`;
    case 'spend_limit':
      return 'The spend limit of the month is reached';
  }
}

/** Returns since when something is held, and of a pause whether by an operator, and the reason that was given. */
export function describeSince({ scope, since, comment, isByOperator }: SendingHold): string {
  const by = scope !== 'service' && isByOperator ? 'by an operator ' : '';
  return `${by}since ${formatDateTime(since)}${comment === undefined ? '' : `: “${comment}”`}`;
}

const CONSEQUENCES: Record<Reason, string> = {
  paused:
    'New texts and launches are refused. What is under way waits for up to 24 hours, and answers to STOP still go out.',
  provider: 'Texts wait and go out later: the service tries again by itself.',
  spend_limit:
    'AWS takes no more texts until an operator raises the limit or the month ends. Texts wait and go out later: the service tries again by itself.',
};

export const describeConsequence = (reason: Reason): string => CONSEQUENCES[reason];

/** Returns what keeps a single text waiting. */
export function describeMessageWait(reason: 'provider' | 'paused'): string {
  return reason === 'paused'
    ? 'Sending is paused. It goes out when sending goes on.'
    : 'The provider takes no texts from the number, or none at all. It goes out later, or fails after an hour, and its credits come back.';
}

type WaitingFor = NonNullable<Campaign['waitingFor']>;

/** Returns what keeps the recipients of a campaign, broadcast or batch waiting. */
export function describeWait({ reason, since }: WaitingFor, until: string): string {
  const at = formatDateTime(since);
  const end = `Who is not reached ${until} is skipped, and the credits come back.`;
  switch (reason) {
    case 'paused':
      return `Sending is paused since ${at}. The recipients who wait get the text when it goes on. ${end}`;
    case 'provider':
      return `The provider takes no texts since ${at}. The service tries again by itself. ${end}`;
    case 'spend_limit':
      return `The spend limit of the month is reached since ${at}. The service tries again by itself. ${end}`;
  }
}
