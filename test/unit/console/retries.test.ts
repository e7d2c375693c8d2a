import { queryClient, retryInLine } from '../../../console/src/api/query-client';
import { RequestError } from '../../../console/src/api/request-error';

const error = (status: number, { code, wait }: { code?: number; wait?: string } = {}) =>
  new RequestError(
    { code },
    new Response(null, { status, ...(wait && { headers: { 'retry-after': wait } }) }),
  );
const { retry, retryDelay } = queryClient.getDefaultOptions().queries as {
  retry: (failures: number, error: Error) => boolean;
  retryDelay: (failures: number, error: Error) => number;
};

describe('a read', () => {
  it.each([429, 503])('is repeated twice after status %d', (status) => {
    expect([0, 1, 2].map((failures) => retry(failures, error(status)))).toEqual([true, true, false]);
  });

  it.each([400, 401, 404, 500, 502])('is not repeated after status %d', (status) => {
    expect(retry(0, error(status))).toBe(false);
  });

  it('is not repeated when the service cannot be reached', () => {
    expect(retry(0, new TypeError('Failed to fetch'))).toBe(false);
  });

  it('that waits for another preview is repeated 15 times', () => {
    const busy = error(429, { code: 33119 });
    expect([0, 14, 15].map((failures) => retry(failures, busy))).toEqual([true, true, false]);
    expect([0, 14, 15].map((failures) => retryInLine(failures, busy))).toEqual([true, true, false]);
    expect(retryInLine(0, error(429))).toBe(false);
  });

  it.each([
    [0, undefined, 1_000],
    [1, undefined, 2_000],
    [3, undefined, 8_000],
    [4, undefined, 15_000],
    [0, '2', 2_000],
    [3, '15', 15_000],
    [0, '16', 15_000],
  ])('after %d failures, with retry-after %s, waits %d ms', (failures, wait, ms) => {
    expect(retryDelay(failures, error(429, wait === undefined ? {} : { wait }))).toBe(ms);
  });
});

describe('a change', () => {
  it('is never repeated', () => {
    expect(queryClient.getDefaultOptions().mutations).toEqual({ retry: false });
  });
});
