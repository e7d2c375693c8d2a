import { RequestError } from '../../../console/src/api/request-error';
import { deleteInParts } from '../../../console/src/screens/groups/delete-in-parts';

const failure = (status: number, headers: Record<string, string> = {}) =>
  new RequestError({}, new Response(null, { status, headers }));
type Answer = { left: number; nextCursor?: string } | Error;

/** Deletes a group whose parts are answered like this, one after another. */
async function run(answers: Answer[], { stopsAfter = Infinity } = {}) {
  const asked: (string | undefined)[] = [];
  const [waits, progress]: [number[], number[]] = [[], []];
  const result = await deleteInParts({
    deletePart: async (cursor) => {
      const answer = answers[asked.push(cursor) - 1];
      if (answer === undefined) throw new Error('No more parts');
      if (answer instanceof Error) throw answer;
      return answer;
    },
    goesOn: () => asked.length < stopsAfter,
    onProgress: (left) => progress.push(left),
    wait: async (ms) => waits.push(ms),
  }).catch((error: unknown) => error);
  return { result, asked, waits, progress };
}

describe('the deletion of a group in parts', () => {
  it('goes on until the group is deleted, and says how many have left', async () => {
    const parts = [{ left: 200, nextCursor: 'a' }, { left: 0, nextCursor: 'b' }, { left: 7 }];
    expect(await run(parts)).toEqual({
      ...{ result: { isDone: true, left: 207 }, asked: [undefined, 'a', 'b'] },
      ...{ waits: [], progress: [200, 200, 207] },
    });
  });

  it.each([429, 503, 504])('asks for a part again that is answered with %d', async (status) => {
    const late = failure(status);
    const advised = failure(status, { 'retry-after': '7' });
    expect(await run([late, { left: 1, nextCursor: 'a' }, advised, late, { left: 2 }])).toEqual({
      ...{ result: { isDone: true, left: 3 }, asked: [undefined, undefined, 'a', 'a', 'a'] },
      ...{ waits: [2_000, 7_000, 2_000], progress: [1, 3] },
    });
  });

  it('gives up at the fifth failure in a row, and at once at a refusal', async () => {
    const late = failure(503);
    const four = Array<Answer>(4).fill(late);
    expect((await run([...four, { left: 1 }])).result).toEqual({ isDone: true, left: 1 });
    const given = await run([...four, late, { left: 1 }]);
    expect([given.result, given.asked.length]).toEqual([late, 5]);
    const refusal = failure(404);
    expect(await run([refusal, { left: 1 }])).toMatchObject({ result: refusal, waits: [] });
  });

  it('stops after a part once its window is closed', async () => {
    const parts = [{ left: 3, nextCursor: 'a' }, { left: 4 }];
    expect((await run(parts, { stopsAfter: 1 })).result).toEqual({ isDone: false, left: 3 });
    expect((await run([failure(503), ...parts], { stopsAfter: 1 })).result).toEqual({
      isDone: false,
      left: 0,
    });
  });
});
