import fc from 'fast-check';
import {
  type HardFailures,
  hardFailuresAfter,
  isSetAside,
  type TextEnd,
} from '../../../../../shared/audience/contacts/hard-failures';

const RUNS = Number(process.env.FC_RUNS ?? 500);
const START_MS = Date.UTC(2026, 2, 1, 12);
const NOW_MS = START_MS + 30 * 60_000;

/** Ends of texts at distinct times within half an hour, the texts numbered as they ended. */
const ends: fc.Arbitrary<TextEnd[]> = fc
  .array(fc.boolean(), { minLength: 1, maxLength: 12 })
  .map((outcomes) =>
    outcomes.map((isDelivered, index) => ({
      messageId: `msg_${index}`,
      at: new Date(START_MS + index * 60_000).toISOString(),
      isDelivered,
    })),
  );

/** The ends in any order, each reported twice. */
const received = ends.chain((all) => {
  const reports = [...all, ...all];
  const order = fc.shuffledSubarray(reports, { minLength: reports.length });
  return fc.record({ all: fc.constant(all), order });
});

const take = (order: TextEnd[], known?: HardFailures) =>
  order.reduce<HardFailures | undefined>(
    (failures, end) => hardFailuresAfter(failures, end, { countedFrom: '', nowMs: NOW_MS }),
    known,
  );

/** Returns the texts that failed after the last delivery. */
const failuresInARow = (all: TextEnd[]) => {
  const last = all.findLastIndex(({ isDelivered }) => isDelivered);
  return all.slice(last + 1);
};

it('never sets aside a number with fewer than three distinct failed texts', () => {
  fc.assert(
    fc.property(received, ({ all, order }) => {
      const failures = all.filter(({ isDelivered }) => !isDelivered);
      fc.pre(failures.length < 3);
      let known: HardFailures | undefined;
      for (const end of order) {
        known = take([end], known);
        expect(isSetAside(known)).toBe(false);
      }
    }),
    { numRuns: RUNS },
  );
});

it('decides alike in every order of reports, once the number has a count', () => {
  fc.assert(
    fc.property(received, ({ all, order }) => {
      const known: HardFailures = { since: new Date(START_MS - 1).toISOString(), texts: [] };
      const texts = failuresInARow(all).map(({ messageId }) => messageId);
      const counted = take(order, known)?.texts.map(({ messageId }) => messageId);
      expect(counted).toEqual(texts.slice(-3));
    }),
    { numRuns: RUNS },
  );
});

it('keeps no count across a delivery that is reported after it', () => {
  fc.assert(
    fc.property(received, fc.nat(), ({ order }, place) => {
      const known = take(order.slice(0, place % (order.length + 1)));
      const delivered = { messageId: 'msg_end', at: new Date(NOW_MS).toISOString(), isDelivered: true };
      fc.pre(known !== undefined);
      expect(take([delivered, ...order], known)?.texts).toEqual([]);
    }),
    { numRuns: RUNS },
  );
});
