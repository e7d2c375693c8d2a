import { findTextsAfterStops, type Stop } from './stops';
import { isWholePreview } from './together-traffic';
import type { World } from './world';

describe('texts after a STOP', () => {
  const stop: Stop = {
    accountNumbers: ['+12060000001'],
    phone: '+12125550001',
    saidAtMs: 1_000,
    tookMs: 500,
  };
  const find = (text: { from?: string; to?: string; atMs: number }, stops = [stop]) => {
    const taken = [{ from: '+12060000001', to: '+12125550001', messageId: 'msg_1', ...text }];
    return findTextsAfterStops({ provider: { taken } } as unknown as World, stops, { underWayMs: 1_000 });
  };

  it('are those that the provider took later than one could be under way', () => {
    expect(find({ atMs: 2_500 })).toEqual([]);
    expect(find({ atMs: 2_501 })).toEqual(['msg_1 was sent after a STOP']);
  });

  it('are only those to the person, from a number of the account', () => {
    expect(find({ atMs: 9_000, to: '+12125550002' })).toEqual([]);
    expect(find({ atMs: 9_000, from: '+12060000002' })).toEqual([]);
  });

  it('are none while the STOP has no effect, which is counted by itself', () => {
    expect(find({ atMs: 9_000 }, [{ ...stop, tookMs: Infinity }])).toEqual([]);
  });
});

describe('a preview of a whole book', () => {
  const answer = { status: 200, body: { isComplete: true, matched: 600 }, durationMs: 30_000 };

  it('has counted all contacts in time', () => {
    expect(isWholePreview(answer, 600)).toBe(true);
  });

  it.each([
    ['too late', { ...answer, durationMs: 30_001 }],
    ['not complete', { ...answer, body: { isComplete: false, matched: 600 } }],
    ['of some contacts', { ...answer, body: { isComplete: true, matched: 599 } }],
    ['refused', { ...answer, status: 503 }],
  ])('is not one that is %s', (_, other) => {
    expect(isWholePreview(other, 600)).toBe(false);
  });
});
