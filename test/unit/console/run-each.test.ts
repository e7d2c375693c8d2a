import { RequestError } from '../../../console/src/api/request-error';
import { failuresByReason } from '../../../console/src/lists/bulk-failures';
import { runEach } from '../../../console/src/lists/run-each';

const refused = (status: number, message = 'No.') =>
  new RequestError({ code: 33100, message }, new Response(null, { status }));

/** Options of a run that nothing stops, and that waits for nothing. */
function options(run: (item: number) => Promise<unknown>) {
  const waits: number[] = [];
  const progress: number[] = [];
  return {
    waits,
    progress,
    ...{ run, isStopped: () => false, isFinal: () => false },
    retryAfterMs: (error: unknown) =>
      error instanceof RequestError && error.status === 429 ? 2_000 : undefined,
    wait: (ms: number) => Promise.resolve(void waits.push(ms)),
    onProgress: (ended: number) => void progress.push(ended),
  };
}

describe('requests for several rows', () => {
  it('are sent for each row once, at most four at a time', async () => {
    const seen: number[] = [];
    let [running, most] = [0, 0];
    const base = options(async (item) => {
      seen.push(item);
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
    });
    const items = Array.from({ length: 10 }, (_, index) => index);
    expect(await runEach({ ...base, items })).toEqual({ done: items, failed: [], untried: [] });
    expect(seen.toSorted((a, b) => a - b)).toEqual(items);
    expect(most).toBe(4);
    expect(base.progress.at(-1)).toBe(10);
  });

  it('go on after one that fails, which is named with its error', async () => {
    const error = refused(400);
    const base = options((item) => (item === 2 ? Promise.reject(error) : Promise.resolve()));
    expect(await runEach({ ...base, items: [1, 2, 3] })).toEqual({
      done: [1, 3],
      failed: [{ item: 2, error }],
      untried: [],
    });
  });

  it('end at an error that each further one would meet', async () => {
    const error = refused(401);
    const base = options(() => Promise.reject(error));
    const outcome = await runEach({ ...base, items: [1, 2, 3, 4, 5, 6], isFinal: () => true });
    expect(outcome.failed.map(({ item }) => item)).toEqual([1, 2, 3, 4]);
    expect(outcome.untried).toEqual([5, 6]);
  });

  it('end when the user stops them: the others are not tried', async () => {
    let isStopped = false;
    const base = options((item) => Promise.resolve((isStopped ||= item === 4)));
    const outcome = await runEach({ ...base, items: [1, 2, 3, 4, 5, 6], isStopped: () => isStopped });
    expect(outcome).toEqual({ done: [1, 2, 3, 4], failed: [], untried: [5, 6] });
  });

  it('are repeated when the service asks to come back later, three times at most', async () => {
    let refusals = 3;
    const base = options(() =>
      refusals > 0 ? Promise.reject(refused(429, `Too many ${refusals--}`)) : Promise.resolve(),
    );
    expect((await runEach({ ...base, items: [1] })).done).toEqual([1]);
    expect(base.waits).toEqual([2_000, 2_000, 2_000]);
    refusals = 4;
    expect((await runEach({ ...base, items: [1] })).failed).toHaveLength(1);
  });
});

describe('the rows with which something failed', () => {
  const labelOf = (item: string) => item;

  it('are named together where the reason is the same', () => {
    const failed = [
      { item: 'Ada', error: refused(400, 'The contact has opted out.') },
      { item: 'Grace', error: refused(404, 'There is no such contact.') },
      { item: 'Alan', error: refused(400, 'The contact has opted out.') },
    ];
    expect(failuresByReason(failed, labelOf)).toEqual([
      { reason: 'The contact has opted out.', labels: ['Ada', 'Alan'] },
      { reason: 'There is no such contact.', labels: ['Grace'] },
    ]);
  });

  it('may be done all the same when no answer came', () => {
    expect(failuresByReason([{ item: 'Ada', error: refused(504, 'Timeout.') }], labelOf)).toEqual([
      { reason: 'Timeout. It may have been done all the same.', labels: ['Ada'] },
    ]);
  });
});
