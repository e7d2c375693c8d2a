import { areOpen, nextClosing, nextOpening, type ZoneHours } from '../../calendar/hours';

const DAY_MS = 24 * 60 * 60_000;
/** Longest plan, a year; later recipients count as not reached. */
const LONGEST_MS = 366 * DAY_MS;

/** Recipients who are due together and have the same hours. */
export interface PacedGroup {
  recipients: number;
  dueAtMs: number;
  hours: readonly ZoneHours[];
}

/** Recipients whom a daily cap allows. */
export interface PacedCap {
  /** On the day of `nowMs`. */
  leftToday: number;
  eachDay: number;
  nowMs: number;
  nextDayMs: (atMs: number) => number;
}

/** Progress of a campaign over time. */
export interface Pace {
  /** Number of recipients who are reached. */
  reached: number;
  /** Absent when no recipient is reached. */
  firstAtMs: number | undefined;
  lastAtMs: number | undefined;
}

/** Group while its recipients are reached one after another. */
interface Queue extends PacedGroup {
  reached: number;
  isOpen: boolean;
  /** Time until which `isOpen` holds. */
  untilMs: number;
}

/**
 * Plans when the recipients of a campaign are reached by a number that sends one text after another. Recipients who are
 * due first go first; those who are due together are mixed, as in the contact book. Recipients outside their hours wait
 * for the next opening and are passed over meanwhile.
 *
 * @param options.slotMs time between two texts; 0 for a number without a rate
 * @param options.cap recipients whom a daily cap allows; absent: no cap
 * @param options.expiresAtMs no recipient is reached from then on, nor later than a year after the first
 *
 * **Source:** rules E4 (preview), E4.4, E4.5, 8.1.
 */
export function planPace(
  groups: readonly PacedGroup[],
  { slotMs, expiresAtMs, cap }: { slotMs: number; expiresAtMs: number; cap?: PacedCap | undefined },
): Pace {
  let queues: Queue[] = groups
    .filter(({ recipients }) => recipients > 0)
    .map((group) => ({ ...group, reached: 0, isOpen: false, untilMs: group.dueAtMs }));
  const pace: Pace = { reached: 0, firstAtMs: undefined, lastAtMs: undefined };
  let atMs = earliest(queues);
  const endMs = Math.min(expiresAtMs, atMs + LONGEST_MS);
  let dayEndMs = cap ? cap.nextDayMs(cap.nowMs) : Infinity;
  let left = cap?.leftToday ?? Infinity;
  while (atMs < endMs) {
    if (cap && atMs >= dayEndMs) [dayEndMs, left] = [cap.nextDayMs(atMs), cap.eachDay];
    for (const queue of queues) if (queue.untilMs <= atMs) Object.assign(queue, stateAt(queue, atMs));
    const open = queues.filter(({ isOpen }) => isOpen);
    const changeMs = Math.min(endMs, earliest(queues), dayEndMs);
    if (open.length === 0 || left === 0) {
      atMs = changeMs;
      continue;
    }
    const slots = slotMs === 0 ? Infinity : Math.ceil((changeMs - atMs) / slotMs);
    const count = Math.min(slots, left, waitingIn(open));
    reach(open, count);
    left -= count;
    pace.reached += count;
    pace.firstAtMs ??= atMs;
    pace.lastAtMs = atMs + (count - 1) * slotMs;
    atMs += count * slotMs;
    queues = queues.filter((queue) => waitingIn([queue]) > 0);
  }
  return pace;
}

const earliest = (queues: readonly Queue[]) => Math.min(...queues.map(({ untilMs }) => untilMs));

const waitingIn = (queues: readonly Queue[]) =>
  queues.reduce((sum, { recipients, reached }) => sum + recipients - reached, 0);

function stateAt({ hours }: Queue, atMs: number): Pick<Queue, 'isOpen' | 'untilMs'> {
  if (areOpen(hours, atMs)) return { isOpen: true, untilMs: nextClosing(hours, atMs) ?? atMs + DAY_MS };
  return { isOpen: false, untilMs: nextOpening(hours, atMs) ?? Infinity };
}

/** Reaches `count` recipients, or all if there are fewer, in their order. */
function reach(open: readonly Queue[], count: number): void {
  let left = count;
  for (const dueAtMs of [...new Set(open.map((queue) => queue.dueAtMs))].sort((a, b) => a - b)) {
    const together = open.filter((queue) => queue.dueAtMs === dueAtMs);
    const taken = Math.min(left, waitingIn(together));
    reachMixed(together, taken);
    left -= taken;
  }
}

/**
 * Returns the position of a group's next recipient among all who are due together, from 0 to 1: the recipients of each
 * group are spread evenly.
 */
export const placeOfNext = ({ recipients, reached }: Pick<Queue, 'recipients' | 'reached'>): number =>
  (reached + 0.5) / recipients;

/** Steps of the bisection, enough to separate the positions of any number of recipients. */
const HALVINGS = 60;

function reachMixed(queues: readonly Queue[], count: number): void {
  const upTo = (place: number) =>
    queues.map(({ recipients, reached }) =>
      Math.max(reached, Math.min(recipients, Math.ceil(place * recipients - 0.5))),
    );
  const wanted = count + queues.reduce((sum, { reached }) => sum + reached, 0);
  const isTooFar = (reached: number[]) => reached.reduce((sum, one) => sum + one, 0) > wanted;
  let [near, far] = [0, 2];
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (near + far) / 2;
    if (isTooFar(upTo(middle))) far = middle;
    else near = middle;
  }
  let left = wanted;
  for (const [index, reached] of upTo(near).entries()) {
    left -= reached;
    Object.assign(queues[index] ?? {}, { reached });
  }
  // Among recipients at the same position, the first ones are taken.
  const rest = queues.filter(({ recipients, reached }) => reached < recipients);
  rest.sort((a, b) => placeOfNext(a) - placeOfNext(b));
  for (const queue of rest.slice(0, left)) queue.reached += 1;
}
