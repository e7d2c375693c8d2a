import type { Command } from 'commander';
import { type ListedQueue, listDeadLetters } from '../../../shared/operations/list-dead-letters';
import { redriveDeadLetters, type Redriven } from '../../../shared/operations/redrive-dead-letters';
import type { WatchedQueue } from '../../../shared/platform/queues/dead-letters';
import { OperatorError } from '../operator-error';
import type { AddVerbs } from '../add-verbs';
import type { Report } from '../report';
import { runTimer } from '../run-timer';
import type { Target } from '../target';
import { addVerb } from '../verb';
import { readWatchedQueues } from '../watched-queues';

interface QueueOption {
  queue?: string;
}

export const addDeadLetterVerbs: AddVerbs = (noun, io) => {
  addVerb<QueueOption>(noun, io, {
    name: 'list',
    summary: 'count what waits and what was set aside, by queue, and say what a few of it are about',
    declare: withQueue,
    run: async ({ target }, options) => {
      return reportQueues(await listDeadLetters(chooseQueues(target, options)));
    },
  });
  addVerb<QueueOption & { fromUrl?: string }>(noun, io, {
    name: 'redrive',
    summary: 'put what was set aside back on its queue; what has none, the timer takes up',
    declare: (command) =>
      withQueue(command).option(
        '--from-url <url>',
        'take the messages of this queue instead, such as one that a deleted stack has left',
      ),
    check: ({ queue, fromUrl }) => {
      if (fromUrl !== undefined && queue === undefined)
        throw new OperatorError('--from-url needs --queue, the queue that its messages are for.');
    },
    run: async ({ target }, { fromUrl, ...options }) => {
      const redriven: Redriven[] = [];
      for (const queue of chooseQueues(target, options)) {
        redriven.push(await redriveOne(target, fromUrl === undefined ? queue : takeFrom(fromUrl, queue)));
      }
      return reportRedriven(redriven);
    },
  });
};

function withQueue(command: Command): Command {
  return command.option('--queue <name>', 'only this queue, as "dlq list" shows it');
}

function chooseQueues(target: Target, options: QueueOption): WatchedQueue[] {
  const queues = readWatchedQueues(target);
  const chosen = queues.filter(({ name }) => options.queue === undefined || name === options.queue);
  if (chosen.length > 0) return chosen;
  throw new OperatorError(
    `There is no queue ${options.queue}; there are ${queues.map(({ name }) => name).join(', ')}.`,
  );
}

/** Returns the queue with another one in place of its dead letters. */
function takeFrom(fromUrl: string, queue: WatchedQueue): WatchedQueue {
  if (queue.url === undefined) throw new OperatorError(`${queue.name} takes no messages of other queues.`);
  if (fromUrl === queue.url) throw new OperatorError('--from-url is the queue itself.');
  return { ...queue, deadLetterUrl: fromUrl };
}

async function redriveOne(target: Target, queue: WatchedQueue): Promise<Redriven> {
  const redriven = await redriveDeadLetters(queue, { takeUp: () => runTimer(target) });
  if (!('moved' in redriven) || redriven.refused === 0) return redriven;
  throw new OperatorError(
    `SQS did not take ${redriven.refused} messages of ${queue.name}; they are kept, try again in a minute.`,
  );
}

function reportQueues(queues: ListedQueue[]): Report {
  return {
    json: queues,
    head: ['queue', 'waiting', 'dead letters', 'first sent', 'about'],
    rows: queues.map(({ queue, waiting, deadLetters, letters }) => [
      queue,
      waiting,
      deadLetters,
      letters.map(({ firstSentAt }) => firstSentAt ?? '').join('\n'),
      [
        ...letters.map(({ about }) => about),
        ...(deadLetters > letters.length ? [`${deadLetters - letters.length} more`] : []),
      ].join('\n'),
    ]),
  };
}

function reportRedriven(redriven: Redriven[]): Report {
  return {
    json: redriven.map((one) =>
      'moved' in one ? { queue: one.queue, moved: one.moved } : { queue: one.queue, settled: one.settled },
    ),
    head: ['queue', 'dead letters', 'what became of them'],
    rows: redriven.map((one) =>
      'moved' in one
        ? [one.queue, one.moved, 'put back on the queue']
        : [one.queue, one.settled, 'the timer has taken up what they tell of'],
    ),
  };
}
