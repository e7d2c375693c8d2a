import { WEEKDAYS } from '../../../shared/calendar/sending-hours';
import { pickWeighted } from '../../support/run/seeded-random';
import { wallTextAt } from './local-times';
import { FIRST_GROUP, GROUP_OF_STEPS, GROUPS, LEAVERS_NAME, type WorldAccount } from './seeded-account';
import { fromOf } from './sender-traffic';
import { pick } from './traffic';

export const EVENT = 'order.shipped';
const MINUTE_MS = 60_000;
/** Zones by whose clock a time of day is chosen so that it comes within the traffic; elsewhere it comes hours later. */
const ZONES_OF_TIMES = ['UTC', 'America/New_York', 'America/Los_Angeles'];
/** Time from now within which such a time comes. */
const SOON_MINUTES = 3;

export type PlannedTrigger =
  | { joined: string }
  | { event: string }
  | { date: 'birthDate'; offsetDays: number; at: string }
  | { every: 'day' | 'week' | 'month'; on?: string[] | number; at: string; audience: object };

/** Condition that ends a way: the contact was given the last name of people who leave. */
const EXIT = { field: 'lastName', op: 'equals', value: LEAVERS_NAME };
const IS_FAVORITE = { field: 'isFavorite', op: 'equals', value: true };

/** Times that are chosen, by the present moment. */
interface Chance {
  random: () => number;
  nowMs: number;
}

/** Picks a time of day that comes soon in a zone. */
function timeSoon(
  { random, nowMs }: Chance,
  zone = pick(random, ZONES_OF_TIMES),
): { day: string; at: string } {
  const atMs = nowMs + (1 + Math.floor(random() * SOON_MINUTES)) * MINUTE_MS;
  const [day = '', at = ''] = wallTextAt(zone, atMs).split('T');
  return { day, at };
}

function planTrigger(chance: Chance): PlannedTrigger {
  const { random } = chance;
  const kind = pickWeighted(random, [
    [5, 'joined'],
    [4, 'event'],
    [4, 'date'],
    [5, 'every'],
  ] as const);
  if (kind === 'joined') return { joined: pick(random, GROUPS.slice(1)) };
  if (kind === 'event') return { event: EVENT };
  // A run begins where its time comes first.
  const { day, at } = kind === 'date' ? timeSoon(chance) : timeSoon(chance, 'UTC');
  if (kind === 'date') return { date: 'birthDate', offsetDays: pick(random, [-1, 0, 1]), at };
  const audience = { groups: [FIRST_GROUP], filter: IS_FAVORITE };
  const weekday = (new Date(`${day}T00:00Z`).getUTCDay() + 6) % WEEKDAYS.length;
  return pick<PlannedTrigger>(random, [
    { every: 'day', at, audience },
    { every: 'week', on: [WEEKDAYS[weekday] ?? 'MON'], at, audience },
    { every: 'month', on: Number(day.slice(-2)), at, audience },
  ]);
}

/** Plans the body of a request for an automation. */
export function planAutomation(chance: Chance, account: WorldAccount) {
  const { random } = chance;
  const trigger = planTrigger(chance);
  // The people of one day are to end before the next day's begin, or the run never ends.
  const isDaily = 'every' in trigger && trigger.every === 'day';
  const sendingHours = pickWeighted(random, [
    [4, undefined],
    [isDaily ? 0 : 1, { from: '01:30', to: '24:00' }],
  ] as const);
  return {
    ...{ name: 'Automation', from: fromOf(random, account), trigger },
    entry: random() < 0.4 ? ('once' as const) : ('always' as const),
    purpose: isDaily ? 'informational' : pick(random, ['informational', 'informational', 'marketing']),
    steps: planSteps(chance, { isDaily }),
    ...(random() < 0.3 && { audience: { everyone: true } }),
    ...(random() < 0.35 && { exit: EXIT }),
    ...(sendingHours && { sendingHours }),
  };
}

/** Plans the steps of an automation, at first and when it is changed. */
export function planSteps(chance: Chance, { isDaily }: { isDaily: boolean }) {
  const { random } = chance;
  const waits = () => ({
    wait: {
      minutes: 1 + Math.floor(random() * 2),
      ...(!isDaily && random() < 0.2 && { at: timeSoon(chance).at }),
    },
  });
  const joins = random() < 0.25;
  return [
    ...(random() < 0.3 ? [waits()] : []),
    ...(joins && random() < 0.5 ? [{ join: GROUP_OF_STEPS }] : []),
    { send: { body: 'One {{event_order}}' } },
    ...(random() < 0.7 ? [waits()] : []),
    ...(random() < 0.3 ? [{ stopUnless: { field: 'isFavorite', op: 'equals', value: false } }] : []),
    ...(joins ? [{ join: GROUP_OF_STEPS }] : []),
    { send: { body: 'Two', ...(random() < 0.2 && { mediaUrl: 'https://example.com/a.png' }) } },
    ...(random() < 0.4 ? [waits(), { send: { body: 'Three' } }] : []),
    ...(joins && random() < 0.4 ? [{ leave: GROUP_OF_STEPS }] : []),
    ...(random() < 0.2 ? [{ leave: GROUPS[2] }] : []),
  ];
}
