import fc from 'fast-check';
import type { E164 } from '../../../../../shared/phone-numbers/e164';
import { cutIntoLanes, NO_MEMBER, shareAmong } from '../../../../../shared/sending/jobs/chunk';
import { isPacedInLane, nextInLane, openInLanes, placesOf } from '../../../../../shared/sending/jobs/lanes';

const sizes = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 8 });
const recipientOf = (index: number) => ({
  to: `+1206${String(2_000_000 + index)}` as E164,
  idempotencyKey: undefined,
  body: undefined,
  mediaUrl: undefined,
});

describe('lanes of a job', () => {
  it('number the chunks in rounds', () => {
    expect(placesOf({ sizes: [2, 1] })).toEqual([
      { lane: 0, round: 0 },
      { lane: 1, round: 0 },
      { lane: 0, round: 1 },
    ]);
    expect([1, 2, 3].map((chunk) => nextInLane({ sizes: [2, 1] }, chunk))).toEqual([3, undefined, undefined]);
  });

  it('lead from their first chunks to every chunk once', () => {
    fc.assert(
      fc.property(sizes, (ofLanes) => {
        const total = ofLanes.reduce((sum, size) => sum + size, 0);
        const visited: number[] = [];
        for (let lane = 1; lane <= ofLanes.length; lane++) {
          for (let chunk: number | undefined = lane; chunk; chunk = nextInLane({ sizes: ofLanes }, chunk)) {
            visited.push(chunk);
          }
        }
        const all = Array.from({ length: total }, (_, index) => index + 1);
        expect(visited.sort((a, b) => a - b)).toEqual(all);
      }),
    );
  });

  it('have one open chunk each, until all of theirs are done', () => {
    expect(openInLanes({ sizes: [2, 1] }, () => false)).toEqual([1, 2]);
    expect(openInLanes({ sizes: [2, 1] }, (chunk) => chunk === 1)).toEqual([2, 3]);
    expect(openInLanes({ sizes: [2, 1] }, () => true)).toEqual([]);
  });

  it('hold each recipient once, with one member a chunk, those of slow members first', () => {
    const members = [
      { identity: '12345', countries: undefined, ratePerSecond: 100 },
      { identity: '+18005550100', countries: undefined, ratePerSecond: 3 },
    ];
    const recipients = Array.from({ length: 2_000 }, (_, index) => recipientOf(index));
    const abroad = { ...recipientOf(0), to: '+4915123456789' as E164 };
    const onlyUs = members.map((member) => ({ ...member, countries: ['US' as const] }));
    const { chunks, lanes } = cutIntoLanes(shareAmong(onlyUs, [...recipients, abroad]));
    const sent = chunks.flatMap((chunk) => chunk.recipients.map(({ to }) => to));
    expect(sent.toSorted()).toEqual([...recipients, abroad].map(({ to }) => to).toSorted());
    expect(chunks.find(({ recipients: [first] }) => first?.to === abroad.to)?.member).toBe(NO_MEMBER);
    const slow = chunks.flatMap(({ member }, index) => (member === '+18005550100' ? [index + 1] : []));
    expect(slow.every((chunk) => isPacedInLane(lanes, chunk))).toBe(true);
    const others = chunks.flatMap(({ member }, index) => (member === '+18005550100' ? [] : [index + 1]));
    expect(others.some((chunk) => isPacedInLane(lanes, chunk))).toBe(false);
  });

  it('keep 50,000 recipients of 50 members within the chunks that message ids can address', () => {
    const members = Array.from({ length: 50 }, (_, index) => ({
      identity: `+1206555${String(1_000 + index)}`,
      countries: undefined,
      ratePerSecond: index % 7,
    })).map(({ ratePerSecond, ...member }) => ({ ...member, ratePerSecond: ratePerSecond || undefined }));
    const recipients = Array.from({ length: 50_000 }, (_, index) => recipientOf(index));
    expect(cutIntoLanes(shareAmong(members, recipients)).chunks.length).toBeLessThanOrEqual(1_023);
  });
});
