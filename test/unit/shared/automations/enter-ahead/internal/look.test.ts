import {
  isDueStill,
  type Look,
  nextLook,
} from '../../../../../../shared/automations/enter-ahead/internal/look';
import type {
  AutomationPlan,
  AutomationVersion,
} from '../../../../../../shared/automations/record/automation';

const OF = { accountId: 'acc_1', automationId: 'aut_1' };
const EVERY_DAY = { every: 'day', at: '10:00', audience: {} };
const BIRTHDAY = { date: {}, offsetDays: 0, at: '10:00' };

const version = (number: number, trigger: object, activeFrom: string): AutomationVersion => ({
  ...{ ...OF, version: number, activeFrom },
  plan: { trigger } as unknown as AutomationPlan,
});
/** Automation that people enter in the last of these versions. */
const worldOf = (...versions: AutomationVersion[]) => ({
  automation: { accountId: 'acc_1', id: 'aut_1', activeVersion: versions.at(-1)?.version },
  versions,
});
const lookAfter = (last: Look | undefined, versions: AutomationVersion[], now: string) =>
  nextLook({ ...worldOf(...versions), account: {} as never, last, nowMs: Date.parse(now) });
const lookOf = (changes: Partial<Look>): Look => ({
  ...{ ...OF, version: 1, run: undefined, position: undefined, revision: 3 },
  ...{ beginsAt: '2026-03-02T10:00:00.000Z', fromAt: '2026-03-02T10:00:00.000Z' },
  ...changes,
});

describe('the look for a trigger that repeats', () => {
  it('is that of the first run after the start, also when the automation was changed before it was planned', () => {
    const versions = [
      version(1, EVERY_DAY, '2026-03-02T09:59:00.000Z'),
      version(2, EVERY_DAY, '2026-03-02T10:01:00.000Z'),
    ];
    expect(lookAfter(undefined, versions, '2026-03-02T10:02:00.000Z')).toEqual(
      lookOf({ run: '2026-03-02T10:00', revision: 0 }),
    );
  });

  it('is kept for a run that began before the next version, and not for a later one', () => {
    const world = worldOf(
      version(1, EVERY_DAY, '2026-03-01T12:00:00.000Z'),
      version(2, EVERY_DAY, '2026-03-02T10:01:00.000Z'),
    );
    const run = '2026-03-02T10:00';
    expect(isDueStill(lookOf({ run }), world)).toBe(true);
    expect(isDueStill(lookOf({ run, beginsAt: '2026-03-02T10:01:00.000Z' }), world)).toBe(false);
  });

  it('is of the next version after a run of the one before', () => {
    const versions = [
      version(1, EVERY_DAY, '2026-03-01T12:00:00.000Z'),
      version(2, { ...EVERY_DAY, at: '11:00' }, '2026-03-02T10:01:00.000Z'),
    ];
    const at = '2026-03-02T11:00:00.000Z';
    expect(lookAfter(lookOf({ run: '2026-03-02T10:00' }), versions, '2026-03-02T10:02:00.000Z')).toEqual(
      lookOf({ version: 2, run: '2026-03-02T11:00', beginsAt: at, fromAt: at }),
    );
  });
});

describe('the look by dates', () => {
  it('covers the time since people enter, also when the automation was changed before it was made', () => {
    const now = '2026-03-02T10:02:00.000Z';
    const versions = [
      version(1, BIRTHDAY, '2026-03-02T09:59:00.000Z'),
      version(2, BIRTHDAY, '2026-03-02T10:01:00.000Z'),
    ];
    expect(lookAfter(undefined, versions, now)).toEqual(
      lookOf({ version: 2, beginsAt: now, fromAt: '2026-03-02T09:59:00.000Z', revision: 0 }),
    );
  });

  it('covers no time at which people entered by another trigger', () => {
    const now = '2026-03-02T10:02:00.000Z';
    const versions = [
      version(1, { joined: 'grp_1' }, '2026-03-02T09:59:00.000Z'),
      version(2, BIRTHDAY, '2026-03-02T10:01:00.000Z'),
    ];
    expect(lookAfter(undefined, versions, now)?.fromAt).toBe('2026-03-02T10:01:00.000Z');
  });

  it('is made every six hours, for the time since the one before began', () => {
    expect(
      lookAfter(lookOf({}), [version(1, BIRTHDAY, '2026-03-01T12:00:00.000Z')], '2026-03-02T10:02:00.000Z'),
    ).toEqual(lookOf({ beginsAt: '2026-03-02T16:00:00.000Z' }));
  });
});
