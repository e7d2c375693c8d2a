import { readEnd } from '../../../console/src/screens/keys/end-state';
import {
  hoursUntilEnd,
  inHours,
  otherSecretUntil,
  stateOfKey,
} from '../../../console/src/screens/keys/key-life';
import { describeScopes, KEY_SCOPES } from '../../../console/src/screens/keys/key-scopes';
import { SCOPES } from '../../../shared/accounts/scopes';

const NOW = '2026-03-01T12:00:00.000Z';
const nowMs = Date.parse(NOW);
const key = { id: 'key_1', scopes: [], createdAt: '2026-01-01T00:00:00.000Z' };

describe('the state of a key', () => {
  it.each([
    ['without an end', {}, 'works'],
    ['that ended', { expiresAt: '2026-03-01T11:59:59.999Z' }, 'expired'],
    ['that ends at this moment', { expiresAt: NOW }, 'expired'],
    ['that ends in a moment', { expiresAt: '2026-03-01T12:00:00.001Z' }, 'endsSoon'],
    ['that ends in 14 days', { expiresAt: '2026-03-15T12:00:00.000Z' }, 'endsSoon'],
    ['that ends a moment later', { expiresAt: '2026-03-15T12:00:00.001Z' }, 'works'],
    ['that was revoked', { revokedAt: NOW, expiresAt: '2026-03-02T00:00:00.000Z' }, 'revoked'],
  ])('%s', (_, life, state) => {
    expect(stateOfKey({ ...key, ...life }, nowMs)).toBe(state);
  });

  it('has a second secret until it ends', () => {
    expect(otherSecretUntil(key, nowMs)).toBeUndefined();
    expect(otherSecretUntil({ ...key, previousUntil: NOW }, nowMs)).toBeUndefined();
    const later = '2026-03-01T12:00:00.001Z';
    expect(otherSecretUntil({ ...key, previousUntil: later }, nowMs)).toBe(later);
  });
});

describe('the end of a key', () => {
  it.each([
    ['never', undefined],
    ['same', undefined],
    ['30', 720],
    ['365', 8_760],
  ] as const)('%s is %s hours', (end, hours) => {
    expect(hoursUntilEnd(end, { nowMs, lastMoment: '' })).toBe(hours);
  });

  it.each([
    ['2026-03-01T12:59:00.000Z', 0],
    ['2026-03-01T13:00:00.000Z', 1],
    ['2026-03-01T23:59:00.000Z', 11],
    ['2026-02-28T23:59:00.000Z', -13],
  ])('with a day that ends at %s comes after %d whole hours', (lastMoment, hours) => {
    expect(hoursUntilEnd('day', { nowMs, lastMoment })).toBe(hours);
  });

  it('without a day is no number', () => {
    expect(hoursUntilEnd('day', { nowMs, lastMoment: '' })).toBeNaN();
  });

  it.each(['', '2', '2026', '2026-03', '2026-03-1', '2026-13-01', '2026-02-30', '2026-03-02T'])(
    'is missing while its day is “%s”',
    (day) => {
      expect(readEnd({ end: 'day', day }, nowMs)).toEqual({ hours: NaN, isMissing: true });
    },
  );

  it('is read once the day is typed, and is missing for a day that has passed', () => {
    const inAYear = readEnd({ end: 'day', day: '2027-03-01' }, nowMs);
    expect([Math.round((inAYear.hours ?? 0) / 24), inAYear.isMissing]).toEqual([365, false]);
    expect(readEnd({ end: 'day', day: '2026-02-27' }, nowMs).isMissing).toBe(true);
    expect(readEnd({ end: 'never', day: '2' }, nowMs)).toEqual({ hours: undefined, isMissing: false });
  });

  it('is shown as a time', () => {
    expect(inHours(36, nowMs)).toBe('2026-03-03T00:00:00.000Z');
  });
});

describe('the scopes of a key', () => {
  it('are offered, all of them', () => {
    expect(KEY_SCOPES.map(({ value }) => value)).toEqual(SCOPES);
  });

  it.each([
    [[...SCOPES], 'Everything'],
    [['messages:read', 'messages:send'], 'Send texts, Read texts'],
    [[], 'Nothing'],
  ] as const)('%j are “%s”', (scopes, words) => {
    expect(describeScopes(scopes)).toBe(words);
  });
});
