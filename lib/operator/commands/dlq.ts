import { SQSClient } from '@aws-sdk/client-sqs';
import type { Command } from 'commander';
import { countMessages, readWatchedQueues, redrive, type WatchedQueue } from '../dead-letters';
import { OperatorError } from '../operator-error';
import type { AddVerbs } from '../program';
import type { Target } from '../target';
import { addVerb } from '../verb';

interface QueueOption {
  queue?: string;
}

export const addDeadLetterVerbs: AddVerbs = (noun, io) => {
  addVerb<QueueOption>(noun, io, {
    name: 'list',
    summary: 'count what waits and what was set aside, by queue',
    declare: withQueue,
    run: async ({ target }, options) => {
      const sqs = new SQSClient({});
      const queues = await Promise.all(
        chooseQueues(target, options).map(async (queue) => ({
          queue: queue.name,
          ...(await countMessages(sqs, queue)),
        })),
      );
      return {
        json: queues,
        head: ['queue', 'waiting', 'dead letters'],
        rows: queues.map(({ queue, waiting, deadLetters }) => [queue, waiting, deadLetters]),
      };
    },
  });
  addVerb<QueueOption>(noun, io, {
    name: 'redrive',
    summary: 'put what was set aside back on its queue',
    declare: withQueue,
    run: async ({ target }, options) => {
      const sqs = new SQSClient({});
      const moved: Array<{ queue: string; moved: number }> = [];
      for (const queue of chooseQueues(target, options)) {
        moved.push({ queue: queue.name, moved: await redrive(sqs, queue) });
      }
      return {
        json: moved,
        head: ['queue', 'moved'],
        rows: moved.map(({ queue, moved: count }) => [queue, count]),
      };
    },
  });
};

function withQueue(command: Command): Command {
  return command.option('--queue <name>', 'only this queue, as "dlq list" shows it');
}

function chooseQueues(target: Target, options: QueueOption): WatchedQueue[] {
  const queues = readWatchedQueues(target.queues);
  const chosen = queues.filter(({ name }) => options.queue === undefined || name === options.queue);
  if (chosen.length > 0) return chosen;
  throw new OperatorError(
    `There is no queue ${options.queue}; there are ${queues.map(({ name }) => name).join(', ')}.`,
  );
}
