import { onePreviewAtATime } from '../../../../../shared/audience/segments/one-preview-at-a-time';
import { createIds } from '../../../../../shared/platform/ids';
import { previewLeaseKey } from '../../../../../shared/platform/store/keys';
import { useEngine } from '../../../../support/engines/engine';
import { createQuietLog } from '../../../../support/logs/quiet-log';

const engine = useEngine();
let now: Date;
let accounts = 0;
let accountId: string;

beforeEach(() => {
  now = new Date('2026-03-01T12:00:00.000Z');
  accountId = `acc_${(accounts += 1)}`;
});

const clock = { now: () => now };
const deps = () => ({ table: engine.table, clock, ids: createIds(clock), log: createQuietLog() });
const run = <Answer>(preview: () => Promise<Answer>, account = accountId) =>
  onePreviewAtATime(deps(), account, preview);
const stored = () => engine.table.get(previewLeaseKey(accountId));

/** Begins a preview that runs until it is ended. */
function begin() {
  let end: (answer: string) => void = () => undefined;
  const ending = new Promise<string>((resolve) => (end = resolve));
  let begun: () => void = () => undefined;
  const beginning = new Promise<void>((resolve) => (begun = resolve));
  const answer = run(() => {
    begun();
    return ending;
  });
  return { answer, beginning, end };
}

const REFUSAL = {
  name: 'TooManyAtOnce',
  code: 33119,
  message: 'Another preview of a segment or campaign of the account is running.',
  retryAfterSeconds: 2,
};

describe('previews of an account (rules E3)', () => {
  it('run one at a time', async () => {
    const first = begin();
    await first.beginning;
    const second = jest.fn(() => Promise.resolve('second'));
    await expect(run(second)).rejects.toMatchObject(REFUSAL);
    expect(second).not.toHaveBeenCalled();
    await expect(run(second, `${accountId}0`)).resolves.toBe('second');
    first.end('first');
    expect(await first.answer).toBe('first');
    expect(await stored()).toBeUndefined();
    await expect(run(second)).resolves.toBe('second');
  });

  it('are one when 500 come at once', async () => {
    let running = 0;
    let most = 0;
    const answers = await Promise.allSettled(
      Array.from({ length: 500 }, () =>
        run(async () => {
          running += 1;
          most = Math.max(most, running);
          await stored();
          running -= 1;
        }),
      ),
    );
    expect(most).toBe(1);
    const refusals = answers.flatMap((answer) =>
      answer.status === 'rejected' ? [answer.reason as unknown] : [],
    );
    for (const refusal of refusals) expect(refusal).toMatchObject(REFUSAL);
    expect(refusals.length).toBeLessThan(500);
    expect(await stored()).toBeUndefined();
  });

  it('let the next one run after one that failed', async () => {
    await expect(run(() => Promise.reject(new Error('no table')))).rejects.toThrow('no table');
    await expect(run(() => Promise.resolve('next'))).resolves.toBe('next');
  });

  it('are passed over when they did not end within 30 s, and then end nothing but themselves', async () => {
    const lost = begin();
    await lost.beginning;
    now = new Date('2026-03-01T12:00:29.999Z');
    await expect(run(() => Promise.resolve('early'))).rejects.toMatchObject(REFUSAL);
    now = new Date('2026-03-01T12:00:30.000Z');
    const next = begin();
    await next.beginning;
    const held = await stored();
    lost.end('late');
    expect(await lost.answer).toBe('late');
    expect(await stored()).toEqual(held);
    next.end('next');
    expect(await next.answer).toBe('next');
    expect(await stored()).toBeUndefined();
  });
});
