import type { FeedbackTask } from '../../../../../shared/outbox/relay-outbox';
import type { FeedbackOutcome, FeedbackTaker } from '../../../../../shared/platform/provider/port';
import type { QueueMessage } from '../../../../../shared/platform/queues/queues';
import { feedbackKey } from '../../../../../shared/platform/store/keys';
import { giveFeedback } from '../../../../../shared/sending/feedback/give-feedback';
import { useEngine } from '../../../../support/engines/engine';
import { createQuietLog } from '../../../../support/logs/quiet-log';
import { recordingMeter } from '../../../../support/logs/recording-meter';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const SECONDS_OF_30_DAYS = 30 * 24 * 60 * 60;
const engine = useEngine();
let accounts = 0;
let task: FeedbackTask;
beforeEach(() => {
  task = {
    ...{ accountId: `acc_feedback${(accounts += 1)}`, feedbackOn: 'eum-1', outboxId: 'out_1' },
    attempt: 1,
  };
});

/** Creates a worker whose provider gives these outcomes, the last of them again and again. */
function worker(...outcomes: Array<FeedbackOutcome['outcome']>) {
  const asked: string[] = [];
  const later: QueueMessage[] = [];
  const feedback: FeedbackTaker = {
    giveFeedback: async ({ providerMessageId }) => {
      asked.push(providerMessageId);
      return { outcome: outcomes[asked.length - 1] ?? outcomes.at(-1) ?? 'given' };
    },
  };
  const metrics = recordingMeter();
  const queues = { send: async (_: string, messages: QueueMessage[]) => (later.push(...messages), []) };
  const deps = { table: engine.table, clock: { now: () => NOW }, log: createQuietLog(), metrics };
  return {
    ...{ asked, later, metrics, log: deps.log },
    give: (changes: Partial<FeedbackTask> = {}) =>
      giveFeedback({ ...deps, feedback, queues }, { ...task, ...changes }),
    giveWith: (changes: Partial<Parameters<typeof giveFeedback>[0]>) =>
      giveFeedback({ ...deps, feedback, queues, ...changes }, task),
  };
}

describe('rules E12: feedback on a message', () => {
  it('is given once, for the first click or answer', async () => {
    const { give, asked, metrics } = worker('given');
    await give();
    await give({ outboxId: 'out_2' });
    await give({ feedbackOn: 'eum-2', outboxId: 'out_3' });
    expect(asked).toEqual(['eum-1', 'eum-2']);
    expect(metrics.recorded).toEqual([
      ['FeedbackGiven', 1],
      ['FeedbackGiven', 1],
    ]);
    expect(await engine.table.get(feedbackKey(task.accountId, 'eum-1'))).toMatchObject({
      outboxId: 'out_1',
      expiresAtEpochSeconds: NOW.getTime() / 1000 + SECONDS_OF_30_DAYS,
    });
  });

  it('is given by one of several at once', async () => {
    const { give, asked } = worker('given');
    await Promise.all(['out_1', 'out_2', 'out_3', 'out_4'].map((outboxId) => give({ outboxId })));
    expect(asked).toEqual(['eum-1']);
  });

  it('is given again for a task that is delivered again, since its worker may have died', async () => {
    const { give, asked } = worker('given');
    await give();
    await give();
    expect(asked).toEqual(['eum-1', 'eum-1']);
  });

  it('is tried three more times, later each time, and is then counted and given up', async () => {
    const { give, asked, later, metrics } = worker('unavailable');
    await give();
    const waits: number[] = [];
    for (let next = later.shift(); next; next = later.shift()) {
      waits.push(next.delaySeconds ?? 0);
      expect(next.groupId).toBe(`${task.accountId}:feedback`);
      await give(next.body as FeedbackTask);
    }
    expect(asked).toHaveLength(4);
    expect(
      waits.map((wait, index) => wait >= [22, 90, 450][index]! && wait <= [38, 150, 750][index]!),
    ).toEqual([true, true, true]);
    expect(metrics.recorded).toEqual([['FeedbackNotGiven', 1]]);
  });

  it('is not tried again when the provider refuses it', async () => {
    const { give, asked, later, metrics, log } = worker('refused');
    await give();
    expect([asked, later]).toEqual([['eum-1'], []]);
    expect(metrics.recorded).toEqual([['FeedbackNotGiven', 1]]);
    expect(log.lines).toEqual(['Feedback not given']);
  });

  it('is given when a later try gets through', async () => {
    const { give, later, metrics } = worker('unavailable', 'given');
    await give();
    await give(later[0]?.body as FeedbackTask);
    expect(metrics.recorded).toEqual([['FeedbackGiven', 1]]);
  });

  it('stays on the queue when that does not take the later try', async () => {
    const { giveWith } = worker('unavailable');
    await expect(giveWith({ queues: { send: async () => [0] } })).rejects.toThrow('no later try');
  });

  it('is dropped where the provider takes none', async () => {
    const { giveWith, metrics } = worker();
    await giveWith({ feedback: undefined });
    expect(metrics.recorded).toEqual([]);
    expect(await engine.table.get(feedbackKey(task.accountId, 'eum-1'))).toBeUndefined();
  });
});
