import type { ConsentLogEntry } from '../../../shared/audience/consent/consent-log';
import type { BookedAutomation } from './automation-books';
import type { PlannedAutomation } from './automation-traffic';
import type { Evidence } from './books';
import { logOf } from './consent-books';
import { GROUP_OF_STEPS } from './seeded-account';
import { findEarlyTexts, findWrongExits } from './way-books';
import { findWrongTimedEntries } from './timed-books';

/**
 * Finds people who should have entered an automation and did not, and those who entered too often. Only those are
 * looked at whose consent leaves no doubt: they were never refused or removed from the group.
 */
export function findForgottenPeople(evidence: Evidence, booked: BookedAutomation): string[] {
  const { planned } = booked;
  if (!planned) return [];
  const { trigger } = planned;
  return [
    ...findTooManyEntries(booked, planned),
    ...('joined' in trigger
      ? findForgottenJoins(evidence, booked, { planned, groupId: trigger.joined })
      : 'event' in trigger
        ? findForgottenEvents(evidence, booked, { planned, event: trigger.event })
        : findWrongTimedEntries(evidence, booked, { planned, trigger })),
    ...findWrongExits(evidence, booked, planned),
    ...findEarlyTexts(booked, planned.account),
  ];
}

/** Returns the time from which people enter: from the answer to its start or its approval. */
export function startedMs({ steps }: PlannedAutomation): number {
  const answers = steps.flatMap(({ verb, answer }) =>
    (verb === 'start' && answer?.body.status === 'running') || (verb === 'approve' && answer?.status === 200)
      ? [answer.atMs]
      : [],
  );
  return Math.min(Infinity, ...answers);
}

/** Returns true when it was stopped before all people had ended: who had not entered by then does not. */
export const wasStopped = ({ steps }: PlannedAutomation) => steps.some(({ verb }) => verb === 'stop');

function findTooManyEntries(
  { automation, people }: BookedAutomation,
  { entry }: PlannedAutomation,
): string[] {
  if (entry !== 'once') return [];
  const phones = people.map(({ phoneNumber }) => phoneNumber);
  return phones
    .filter((phone, index) => phones.indexOf(phone) !== index)
    .map((phone) => `${phone} entered ${automation.id} again`);
}

/** Returns true when a log has nothing that could keep a person out. Steps have people leave a group of their own. */
export const isUndoubted = (log: ConsentLogEntry[]) =>
  log.every(
    ({ action, groupId }) =>
      action === 'OPT_IN' || action === 'OPT_IN_REQUESTED' || groupId === GROUP_OF_STEPS,
  );

/** Returns true when people with a certain last name do not enter, and the phone is, or became, one of them. */
export const mayLeave = ({ traffic }: Evidence, { hasExit, account }: PlannedAutomation, phone: string) =>
  hasExit &&
  (account.leavers.includes(phone) ||
    traffic.leavers.some((named) => named.account === account && named.phone === phone));

function findForgottenJoins(
  evidence: Evidence,
  { automation, people }: BookedAutomation,
  { planned, groupId }: { planned: PlannedAutomation; groupId: string },
): string[] {
  const { account } = planned;
  const from = startedMs(planned);
  return [...account.members, ...account.outsiders].flatMap((phone) => {
    const log = logOf(evidence, account, phone);
    const joins = log.filter((one) => one.action === 'OPT_IN' && one.groupId === groupId);
    const ways = people.filter(({ phoneNumber }) => phoneNumber === phone).length;
    if (ways > joins.length) return [`${phone} entered ${automation.id} ${ways} times`];
    const mustEnter =
      !wasStopped(planned) &&
      !mayLeave(evidence, planned, phone) &&
      joins.some(({ at }) => Date.parse(at) > from);
    return mustEnter && isUndoubted(log) && ways === 0 ? [`${phone} was forgotten by ${automation.id}`] : [];
  });
}

function findForgottenEvents(
  evidence: Evidence,
  { automation, people }: BookedAutomation,
  { planned, event }: { planned: PlannedAutomation; event: string },
): string[] {
  const { account, entry } = planned;
  const from = startedMs(planned);
  const wrong: string[] = [];
  const byKey = new Map<string, Set<string>>();
  for (const { account: of, events, askedAtMs, answers } of evidence.traffic.reports) {
    if (of !== account) continue;
    for (const { status, body } of answers) {
      if (status !== 202) continue;
      for (const [index, { name, to, key }] of events.entries()) {
        if (name !== event) continue;
        const { id } = (body.events as Array<{ id: string }>)[index] ?? { id: '' };
        const entered = people.filter((one) => one.phoneNumber === to);
        const isIn = entered.some((one) => one.entry === id);
        if (key !== undefined && isIn)
          byKey.set(`${to} ${key}`, (byKey.get(`${to} ${key}`) ?? new Set()).add(id));
        const mustEnter =
          account.members.includes(to) &&
          !mayLeave(evidence, planned, to) &&
          isUndoubted(logOf(evidence, account, to)) &&
          askedAtMs > from &&
          !wasStopped(planned);
        const isEnough = key === undefined && entry === 'always' ? isIn : entered.length > 0;
        if (mustEnter && !isEnough) wrong.push(`${to} was forgotten by ${automation.id}, event ${id}`);
      }
    }
  }
  for (const [name, ids] of byKey)
    if (ids.size > 1) wrong.push(`${name} entered ${automation.id} ${ids.size} times by one key`);
  return wrong;
}
