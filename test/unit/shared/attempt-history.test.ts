import { inflateRawSync } from 'node:zlib';
import {
  type Attempt,
  packHistory,
  readAnswer,
  withAttempt,
  withoutAnswers,
} from '../../../shared/webhooks/attempt-history';

const AT = '2026-03-01T12:00:00.000Z';
const attemptOf = (answer?: string): Attempt => ({
  ...{ at: AT, durationMs: 12, responseStatus: 500 },
  ...(answer !== undefined && { answer }),
});
/** Returns text that hardly becomes smaller when it is packed. */
function incompressible(characters: number, seed = 1): string {
  let state = seed;
  const next = () => (state = (state * 48_271) % 2_147_483_647) % 94;
  return Array.from({ length: characters }, () => String.fromCharCode(33 + next())).join('');
}
const unpack = (bytes: Uint8Array | undefined) =>
  bytes && (JSON.parse(inflateRawSync(bytes).toString('utf8')) as Attempt[]);

describe('the answer of a receiver', () => {
  it.each([
    ['of 999 characters', 999, 999, undefined],
    ['of 1,000 characters', 1_000, 1_000, undefined],
    ['of 1,001 characters', 1_001, 1_000, true],
  ])('%s is kept up to 1,000', (_, given, kept, isAnswerCut) => {
    const read = readAnswer(Buffer.from('é'.repeat(given)), false);
    expect([[...(read.answer ?? '')].length, read.isAnswerCut]).toEqual([kept, isAnswerCut]);
  });

  it('that was not read to its end is cut', () => {
    expect(readAnswer(Buffer.from('ok'), true)).toEqual({ answer: 'ok', isAnswerCut: true });
  });

  it('counts a character of two code units once, and cuts none in two', () => {
    expect(readAnswer(Buffer.from('😀'.repeat(1_001)), false).answer).toBe('😀'.repeat(1_000));
  });

  it.each([
    ['without a body', Buffer.alloc(0)],
    ['that is no text', Buffer.from([0x89, 0x50, 0x00, 0x01])],
  ])('%s is not kept', (_, body) => {
    expect(readAnswer(body, false)).toEqual({});
  });

  it('keeps its lines, and shows control characters and broken UTF-8 as such', () => {
    expect(readAnswer(Buffer.from('a\r\n\tb\u001bc\u0085d'), false).answer).toBe('a\r\n\tb\uFFFDc\uFFFDd');
    expect(readAnswer(Buffer.from([0x61, 0xff, 0x62]), false).answer).toBe('a\uFFFDb');
  });
});

describe('a history', () => {
  it('keeps its newest 20 attempts', () => {
    let history: Attempt[] | undefined;
    for (let count = 1; count <= 21; count++) history = withAttempt(history, attemptOf(String(count)));
    expect(history?.map(({ answer }) => answer)).toEqual(
      Array.from({ length: 20 }, (_, index) => String(index + 2)),
    );
  });

  it('loses the answers that are refused, and is the same without any', () => {
    const history = [attemptOf('Ada'), attemptOf(), attemptOf('ok')];
    expect(withoutAnswers(history, () => true)).toBe(history);
    expect(withoutAnswers(history, (answer) => answer !== 'Ada')).toEqual([
      attemptOf(),
      attemptOf(),
      attemptOf('ok'),
    ]);
  });
});

describe('a packed history', () => {
  it.each([1, 200, 700, 900, 950, 1_000, 1_023, 1_024, 1_025, 2_040, 3_000])(
    'of a delivery that arrived at once fits into the last write unit of an item of %d bytes',
    (itemBytes) => {
      for (const answer of [undefined, 'ok', incompressible(1_000)]) {
        const packed = packHistory([attemptOf(answer)], { itemBytes, arrivedAtOnce: true });
        const bytes = itemBytes + (packed ? 'history'.length + packed.length : 0);
        expect(Math.ceil(bytes / 1_024)).toBe(Math.ceil(itemBytes / 1_024));
      }
    },
  );

  it('has the whole answer where there is room, a shorter one, or none', () => {
    const answer = incompressible(1_000);
    const kept = (itemBytes: number) =>
      unpack(packHistory([attemptOf(answer)], { itemBytes, arrivedAtOnce: true }))?.map((one) => [
        one.answer?.length,
        one.isAnswerCut,
      ]);
    expect([kept(1), kept(400), kept(700), kept(930), kept(1_020)]).toEqual([
      [[1_000, undefined]],
      [[500, true]],
      [[125, true]],
      [[undefined, undefined]],
      undefined,
    ]);
    expect(unpack(packHistory([attemptOf('ok')], { itemBytes: 300, arrivedAtOnce: true }))).toEqual([
      attemptOf('ok'),
    ]);
  });

  it('of a delivery that failed has at most 2 KB, with the newest answers', () => {
    const history = Array.from({ length: 20 }, (_, index) => attemptOf(incompressible(1_000, index + 1)));
    const packed = packHistory(history, { itemBytes: 5_000, arrivedAtOnce: false });
    expect(packed?.length).toBeLessThanOrEqual(2_048);
    const answers = unpack(packed)?.map(({ answer }) => answer !== undefined);
    expect(answers).toHaveLength(20);
    expect(answers?.at(-1)).toBe(true);
    expect(answers?.[0]).toBe(false);
  });

  it('is absent before the first attempt', () => {
    expect(packHistory(undefined, { itemBytes: 1, arrivedAtOnce: false })).toBeUndefined();
    expect(packHistory([], { itemBytes: 1, arrivedAtOnce: false })).toBeUndefined();
  });
});
