import { decideDuty, nextHeartbeat } from '../../../shared/regions/duty';

const NOW = new Date('2026-11-30T12:00:00.000Z');
const ago = (seconds: number) => new Date(NOW.getTime() - 1_000 * seconds).toISOString();

describe('the part of a region', () => {
  const SECOND_SINCE = (since: string) => ({ side: 'second' as const, since });

  it('is that of the active one in the first region until another has taken over', () => {
    expect(decideDuty('first', { active: undefined, own: undefined }, NOW)).toBe('active');
    expect(decideDuty('second', { active: undefined, own: undefined }, NOW)).toBe('standby');
    expect(decideDuty('first', { active: SECOND_SINCE(ago(60)), own: { at: ago(10) } }, NOW)).toBe('standby');
    expect(decideDuty('second', { active: SECOND_SINCE(ago(60)), own: { at: ago(10) } }, NOW)).toBe('active');
  });

  it.each([
    [179, 'active'],
    [180, 'active'],
    [181, 'away'],
  ])('with a last heartbeat of %i seconds ago is %s', (seconds, duty) => {
    expect(decideDuty('first', { active: undefined, own: { at: ago(seconds) } }, NOW)).toBe(duty);
  });

  it('is away after a return until the region has heard, or has itself taken over since', () => {
    const own = { at: ago(5), returnedAt: ago(50) };
    expect(decideDuty('first', { active: undefined, own }, NOW)).toBe('away');
    expect(decideDuty('first', { active: { side: 'first', since: ago(51) }, own }, NOW)).toBe('away');
    expect(decideDuty('first', { active: { side: 'first', since: ago(49) }, own }, NOW)).toBe('active');
    expect(decideDuty('first', { active: SECOND_SINCE(ago(49)), own }, NOW)).toBe('away');
  });
});

describe('the next heartbeat', () => {
  const active = undefined;

  it('tells of a return after a gap of more than three minutes', () => {
    expect(nextHeartbeat({ active, own: undefined, other: undefined }, NOW)).toEqual({
      at: NOW.toISOString(),
    });
    expect(nextHeartbeat({ active, own: { at: ago(180) }, other: undefined }, NOW)).toEqual({
      at: NOW.toISOString(),
    });
    expect(nextHeartbeat({ active, own: { at: ago(181) }, other: undefined }, NOW)).toEqual({
      at: NOW.toISOString(),
      returnedAt: NOW.toISOString(),
    });
  });

  it.each([
    [undefined, ago(70)],
    [ago(11), ago(70)],
    [ago(10), undefined],
  ])('forgets the return once the other region is heard of a minute later: %s', (other, returnedAt) => {
    const own = { at: ago(60), returnedAt: ago(70) };
    const regions = { active, own, other: other === undefined ? undefined : { at: other } };
    expect(nextHeartbeat(regions, NOW)).toEqual({
      at: NOW.toISOString(),
      ...(returnedAt !== undefined && { returnedAt }),
    });
  });

  it('begins a new return when the region stands still again before it has heard', () => {
    const own = { at: ago(400), returnedAt: ago(500) };
    expect(nextHeartbeat({ active, own, other: { at: ago(1) } }, NOW)).toEqual({
      at: NOW.toISOString(),
      returnedAt: NOW.toISOString(),
    });
  });
});
