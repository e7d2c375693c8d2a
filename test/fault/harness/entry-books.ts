import type { ConsentLogEntry } from '../../../shared/audience/consent/consent-log';
import type { BookedAutomation } from './automation-books';
import type { PlannedAutomation } from './automation-traffic';
import type { Evidence } from './books';
import { logOf } from './consent-books';

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
      : findForgottenEvents(evidence, booked, { planned, event: trigger.event })),
  ];
}

/** Returns the time from which people enter: from the answer to its start or its approval. */
function startedMs({ steps }: PlannedAutomation): number {
  const answers = steps.flatMap(({ verb, answer }) =>
    (verb === 'start' && answer?.body.status === 'running') || (verb === 'approve' && answer?.status === 200)
      ? [answer.atMs]
      : [],
  );
  return Math.min(Infinity, ...answers);
}

/** Returns true when it was stopped before all people had ended: who had not entered by then does not. */
const wasStopped = ({ steps }: PlannedAutomation) => steps.some(({ verb }) => verb === 'stop');

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

/** Returns true when a log has nothing that could keep a person out. */
const isUndoubted = (log: ConsentLogEntry[]) =>
  log.every(({ action }) => action === 'OPT_IN' || action === 'OPT_IN_REQUESTED');

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
    const mustEnter = !wasStopped(planned) && joins.some(({ at }) => Date.parse(at) > from);
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
