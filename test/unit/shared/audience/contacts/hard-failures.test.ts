import {
  type HardFailures,
  hardFailuresAfter,
  isSetAside,
  type TextEnd,
} from '../../../../../shared/audience/contacts/hard-failures';

const NOW = '2026-03-01T12:00:00.000Z';
const minutesAgo = (minutes: number) => new Date(Date.parse(NOW) - minutes * 60_000).toISOString();
const failed = (messageId: string, at: string): TextEnd => ({ messageId, at, isDelivered: false });
const delivered = (messageId: string, at: string): TextEnd => ({ messageId, at, isDelivered: true });
const after = (
  ends: TextEnd[],
  { known, countedFrom = '' }: { known?: HardFailures; countedFrom?: string } = {},
) =>
  ends.reduce<HardFailures | undefined>(
    (failures, end) => hardFailuresAfter(failures, end, { countedFrom, nowMs: Date.parse(NOW) }),
    known,
  );
const idsOf = (failures: HardFailures | undefined) => failures?.texts.map(({ messageId }) => messageId);

const [ONE, TWO, THREE] = [
  failed('msg_1', minutesAgo(9)),
  failed('msg_2', minutesAgo(8)),
  failed('msg_3', minutesAgo(7)),
] as const;

describe('rules E11: hard failures', () => {
  it('set a number aside after three texts, not after two', () => {
    expect(isSetAside(undefined)).toBe(false);
    expect(isSetAside(after([ONE, TWO]))).toBe(false);
    expect(isSetAside(after([ONE, TWO, THREE]))).toBe(true);
  });

  it('count a text once, however often and at whatever time its failure is reported', () => {
    const twice = after([ONE, TWO, ONE, TWO, failed('msg_1', minutesAgo(1))]);
    expect(idsOf(twice)).toEqual(['msg_1', 'msg_2']);
  });

  it('change nothing by a delivery to a number without a failure', () => {
    expect(after([delivered('msg_1', NOW)])).toBeUndefined();
  });

  it('are cleared by a delivery after them, and stay so when they are reported again', () => {
    const cleared = after([ONE, TWO, THREE, delivered('msg_4', minutesAgo(6))]);
    expect(cleared).toEqual({ since: minutesAgo(6), texts: [] });
    expect(after([ONE, TWO, THREE], { known: cleared! })).toBe(cleared);
  });

  it('of before a delivery go, those of after it stay, whenever it is reported', () => {
    const between = after([ONE, TWO, THREE, delivered('msg_4', TWO.at)]);
    expect(idsOf(between)).toEqual(['msg_3']);
    expect(isSetAside(between)).toBe(false);
  });

  it('do not include a text that has arrived after all', () => {
    expect(idsOf(after([ONE, TWO, delivered('msg_2', minutesAgo(30))]))).toEqual(['msg_1']);
  });

  it('stay set aside by the latest three of more', () => {
    const four = after([ONE, TWO, THREE, failed('msg_4', minutesAgo(6))]);
    expect(idsOf(four)).toEqual(['msg_2', 'msg_3', 'msg_4']);
    expect(isSetAside(after([delivered('msg_5', minutesAgo(8.5))], { known: four! }))).toBe(true);
  });

  it.each([
    [61, []],
    [60, []],
    [59, ['msg_old']],
  ])('of a number without a count, reported after %i minutes: %j', (minutes, counted) => {
    const first = after([failed('msg_old', minutesAgo(minutes))]);
    expect(first).toMatchObject({ since: minutesAgo(60) });
    expect(idsOf(first)).toEqual(counted);
  });

  it('of before the setting was switched on begin no count and add to none', () => {
    const known = after([ONE, TWO])!;
    expect(idsOf(after([THREE], { known, countedFrom: TWO.at }))).toEqual(['msg_3']);
    expect(idsOf(after([ONE], { countedFrom: ONE.at }))).toEqual([]);
  });

  it('keep a number aside when the setting was switched off and on', () => {
    const known = after([ONE, TWO, THREE])!;
    const later = after([failed('msg_4', NOW)], { known, countedFrom: minutesAgo(1) });
    expect(isSetAside(later)).toBe(true);
  });
});
