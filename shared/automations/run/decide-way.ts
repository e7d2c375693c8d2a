import type { Account } from '../../accounts/account';
import type { Contact } from '../../audience/contacts/contact';
import { nextOpening } from '../../calendar/hours';
import { timingOfAccount, whereaboutsOf } from '../../campaigns/record/campaign-timing';
import { hoursOf } from '../../campaigns/timing/send-time';
import { beginWait } from '../begin-wait';
import { reasonToLeave } from '../reason-to-leave';
import type { Conditions } from '../record/asked';
import { type AutomationPlan, MISSED_AFTER_MS } from '../record/automation';
import { lastSendOf, type Person } from '../record/person';

/** Next place of a person. `send` is the step whose text goes out with the move. */
export interface Way {
  after: Person;
  send?: number;
}

/** Change of a membership that a step makes, before the person moves on; `false` when it is refused. */
type ChangeMembership = (change: 'join' | 'leave', groupId: string, person: Person) => Promise<boolean>;

interface Turn {
  person: Person;
  plan: AutomationPlan;
  /** Contact as just read. */
  contact: Contact | undefined;
  account: Account;
  conditions: Conditions;
  now: Date;
  changeMembership: ChangeMembership;
  /** Returns true while a job has texts left, or people whose way it has not ended yet. */
  isSending: (jobId: string) => Promise<boolean>;
}

/** Shortest and longest time between two looks at a text that has not gone out. */
const SENDING_LOOK_MS = { atLeast: 5_000, atMost: 5 * 60_000 };

/**
 * Decides where a person who is due goes: through the steps until the next text, wait or end.
 *
 * **Source:** rules E10.2, E10.3, E10.4.
 */
export async function decideWay(turn: Turn): Promise<Way> {
  const { person, plan, contact, conditions, now } = turn;
  const leave = (reason: string, at = person): Way => ({ after: ended(at, 'exited', { reason, now }) });
  const reason = reasonOfTurn(turn);
  if (reason !== undefined || !contact) return leave(reason ?? 'erased');
  if (plan.exit && (await conditions.isMet(plan.exit, contact))) return leave('exit');
  let at = person;
  let sent: number | undefined;
  const going = (after: Person): Way => ({ after, ...(sent !== undefined && { send: sent }) });
  for (;;) {
    const step = plan.steps[at.step];
    if (!step) return going(ended(at, 'completed', { now }));
    if ('wait' in step) return going(beginWait(at, step.wait, { contact, account: turn.account, now }));
    if ('send' in step) {
      if (sent !== undefined) return going({ ...at, dueAt: now.toISOString() });
      // One text after another: the one before it can still fail, which ends the way.
      if (await isUnderWay(turn, at)) return { after: looksAgain(at, now) };
      const openMs = opensAt(turn, contact);
      if (openMs === undefined) return { after: ended(at, 'failed', { reason: 'hours_never_open', now }) };
      if (openMs > now.getTime()) return { after: { ...at, dueAt: new Date(openMs).toISOString() } };
      sent = at.step;
      at = { ...at, step: at.step + 1, sends: [...at.sends, { step: at.step, at: now.toISOString() }] };
      continue;
    }
    // The steps after a text are taken at the next turn, for which the worker reads the contact again.
    if (sent !== undefined) return going({ ...at, dueAt: now.toISOString() });
    if ('stopUnless' in step) {
      if (!(await conditions.isMet(step.stopUnless, contact))) return leave('condition', at);
    } else {
      // The text before it goes to a member: who has left already may not be sent to.
      if ('leave' in step && (await isUnderWay(turn, at))) return { after: looksAgain(at, now) };
      const [change, groupId] =
        'join' in step ? (['join', step.join] as const) : (['leave', step.leave] as const);
      if (!(await turn.changeMembership(change, groupId, person)))
        return { after: ended(at, 'failed', { reason: `${change}_refused`, now }) };
      at = { ...at, step: at.step + 1 };
      if (at.step === plan.steps.length) return { after: ended(at, 'completed', { now }) };
      // The next step asks about the memberships as they are now.
      return { after: { ...at, dueAt: now.toISOString() } };
    }
    at = { ...at, step: at.step + 1 };
  }
}

async function isUnderWay({ isSending }: Turn, person: Person): Promise<boolean> {
  const { jobId } = lastSendOf(person) ?? {};
  return jobId !== undefined && (await isSending(jobId));
}

/** Has a person wait for their text, for as long again as they have waited already. */
function looksAgain(person: Person, now: Date): Person {
  const waitedMs = now.getTime() - Date.parse(lastSendOf(person)?.at ?? person.enteredAt);
  const { atLeast, atMost } = SENDING_LOOK_MS;
  const untilMs = now.getTime() + Math.min(Math.max(waitedMs, atLeast), atMost);
  return { ...person, dueAt: new Date(untilMs).toISOString() };
}

function reasonOfTurn(turn: Turn): string | undefined {
  const { person, now } = turn;
  const reason = reasonToLeave(turn);
  if (reason !== undefined) return reason;
  const lateMs = now.getTime() - Date.parse(person.dueAt ?? person.enteredAt);
  return lateMs > MISSED_AFTER_MS ? 'missed' : undefined;
}

/** Returns when the hours are open for a person, from now on; `undefined` when they never are. */
function opensAt({ plan, account, now }: Turn, contact: Contact): number | undefined {
  const hours = hoursOf({
    campaign: plan,
    account: timingOfAccount(account),
    recipient: whereaboutsOf(contact),
  });
  return nextOpening(hours, now.getTime());
}

export const ended = (
  person: Person,
  status: 'completed' | 'exited' | 'failed',
  { reason, now }: { reason?: string; now: Date },
): Person => ({
  ...person,
  status,
  reason: reason ?? person.reason,
  endedAt: now.toISOString(),
  dueAt: undefined,
});
