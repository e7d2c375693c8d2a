import fc from 'fast-check';
import type { Account } from '../../../../shared/accounts/account';
import type { Contact } from '../../../../shared/audience/contacts/contact';
import type { Conditions } from '../../../../shared/automations/record/asked';
import type { AutomationPlan, StoredStep } from '../../../../shared/automations/record/automation';
import type { Person } from '../../../../shared/automations/record/person';
import { decideWay } from '../../../../shared/automations/run/decide-way';

const RUNS = Number(process.env.FC_RUNS ?? 300);
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const CONDITION = { kind: 'people', everyone: true, fieldReferences: {} } as never;

/** Step as the model has it. */
type Planned =
  | { wait: { minutes: number } | { hours: number } | { days: number; at?: string } }
  | { send: number }
  | { stopUnless: boolean };

const wait = fc.oneof(
  fc.record({ minutes: fc.integer({ min: 1, max: 3000 }) }),
  fc.record({ hours: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ days: fc.integer({ min: 0, max: 370 }) }),
  fc.record({
    days: fc.integer({ min: 0, max: 40 }),
    at: fc.constantFrom('00:00', '02:30', '01:30', '23:59'),
  }),
);
const step: fc.Arbitrary<Planned> = fc.oneof(
  fc.record({ wait }),
  fc.record({ send: fc.constant(0) }),
  // Most conditions are met, so that ways are long.
  fc.record({ stopUnless: fc.integer({ min: 0, max: 5 }).map((one) => one > 0) }),
);
/** Days around changes of clocks and the 29th of February. */
const from = fc
  .record({
    day: fc.constantFrom('2027-03-13', '2027-03-14', '2027-11-06', '2027-11-07', '2028-02-28', '2028-02-29'),
    minute: fc.integer({ min: 0, max: 1439 }),
  })
  .map(({ day, minute }) => Date.parse(`${day}T00:00:00Z`) + minute * MINUTE_MS);
/** Zones that IANA's data of the project and the ICU of each Node.js agree on. */
const zone = fc.constantFrom('America/New_York', 'UTC', 'America/Los_Angeles', 'Pacific/Honolulu');
/** Time by which the worker is late at each turn: at once, some hours, or more than a day, as after a pause. */
const delays = fc.array(fc.constantFrom(0, 0, 0, 1, 5 * MINUTE_MS, DAY_MS, DAY_MS + 1), {
  minLength: 60,
  maxLength: 60,
});

const storedStep = (one: Planned): StoredStep => {
  if ('send' in one) return { send: { body: 'Text', mediaUrl: undefined } };
  return 'wait' in one ? { wait: { at: undefined, ...one.wait } } : { stopUnless: CONDITION };
};

/** Returns the clock of a zone, as ICU has it: `2027-03-14 03:30`. */
const clockOf = (timeZone: string, ms: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(ms);

/** Ends of a way, and the steps whose texts it sends, in order. */
interface End {
  texts: number[];
  status: Person['status'];
  reason: string | undefined;
  step: number;
}

/** Model: one step after another. A turn ends at a wait, and behind a text. */
function expectedEnd(steps: Planned[], late: number[]): End {
  const texts: number[] = [];
  let turn = 0;
  let hasText = false;
  const isMissed = () => (late[turn] ?? 0) > DAY_MS;
  if (isMissed()) return { texts, status: 'exited', reason: 'missed', step: 0 };
  for (const [index, one] of steps.entries()) {
    const endsTurn = hasText && !('wait' in one);
    if (endsTurn) {
      turn += 1;
      hasText = false;
      if (isMissed()) return { texts, status: 'exited', reason: 'missed', step: index };
    }
    if ('send' in one) {
      texts.push(index);
      hasText = true;
    } else if ('wait' in one) {
      turn += 1;
      hasText = false;
      if (isMissed()) return { texts, status: 'exited', reason: 'missed', step: index + 1 };
    } else if (!one.stopUnless) return { texts, status: 'exited', reason: 'condition', step: index };
  }
  return { texts, status: 'completed', reason: undefined, step: steps.length };
}

describe('rules E10.3: the way of a person', () => {
  it('is that of a model, and every wait ends when the clock of the person says so', async () => {
    await fc.assert(
      fc.asyncProperty(
        ...([fc.array(step, { minLength: 1, maxLength: 20 }), from, zone, delays] as const),
        async (planned, fromMs, tz, late) => {
          const plan = {
            ...{ name: 'Way', from: '+12065550100', purpose: 'emergency', entry: 'always' },
            trigger: { event: 'order' },
            steps: planned.map(storedStep),
          } as AutomationPlan;
          const contact = {
            ...{ id: 'con_1', phoneNumber: '+12125550100', tz, memberships: { grp_1: {} } },
            ...{ customFields: {}, pendingMemberships: {} },
          } as unknown as Contact;
          const at = new Date(fromMs).toISOString();
          let person = {
            ...{ contactId: 'con_1', status: 'waiting', step: 0, dueAt: at, enteredAt: at, sends: [] },
          } as unknown as Person;
          const texts: number[] = [];
          for (let turn = 0; person.status === 'waiting'; turn++) {
            const now = new Date(Date.parse(person.dueAt ?? '') + (late[turn] ?? 0));
            let asked = person.step;
            const conditions = {
              isMet: () => {
                while (!('stopUnless' in (planned[asked] ?? {}))) asked += 1;
                const one = planned[asked++];
                return Promise.resolve(one !== undefined && 'stopUnless' in one && one.stopUnless);
              },
            } as unknown as Conditions;
            const way = await decideWay({
              ...{ person, plan, contact, conditions, now, account: {} as Account },
              changeMembership: () => Promise.resolve(true),
              isSending: () => Promise.resolve(false),
            });
            if (way.send !== undefined) texts.push(way.send);
            const before = planned[way.after.step - 1];
            if (way.after.status === 'waiting' && before && 'wait' in before)
              expectEndOfWait(before.wait, {
                tz,
                fromMs: now.getTime(),
                endMs: Date.parse(way.after.dueAt ?? ''),
              });
            expect(way.after.step).toBeGreaterThanOrEqual(person.step);
            person = way.after;
          }
          const { status, reason, step: last } = person;
          expect({ texts, status, reason, step: last }).toEqual(expectedEnd(planned, late));
        },
      ),
      { numRuns: RUNS },
    );
  });
});

type Wait = Extract<Planned, { wait: unknown }>['wait'];

/** Compares the end of a wait with the clock that a person sees. */
function expectEndOfWait(
  length: Wait,
  { tz, fromMs, endMs }: { tz: string; fromMs: number; endMs: number },
): void {
  const exactMs =
    'minutes' in length
      ? length.minutes * MINUTE_MS
      : 'hours' in length
        ? length.hours * 60 * MINUTE_MS
        : undefined;
  expect(endMs - fromMs).toBe(exactMs ?? endMs - fromMs);
  if (!('days' in length)) return;
  expect(endMs).toBeGreaterThanOrEqual(fromMs);
  const [day = '', time] = clockOf(tz, endMs).split(' ');
  const [began = '', beganTime] = clockOf(tz, fromMs).split(' ');
  const passed = (Date.parse(day) - Date.parse(began)) / DAY_MS;
  const isPast = length.at !== undefined && passed === length.days + 1;
  // A time that has passed on the day of the wait's end is that of the next day.
  expect(isPast && length.days > 0 ? 'a day late' : 'in time').toBe('in time');
  expect(passed).toBe(isPast ? passed : length.days);
  const hourLater = (text = '') =>
    `${String((Number(text.slice(0, 2)) + 1) % 24).padStart(2, '0')}${text.slice(2)}`;
  const shown = length.at ?? beganTime;
  // Daylight saving skips some times, which are an hour later then.
  expect([shown, hourLater(shown)]).toContain(time);
}
