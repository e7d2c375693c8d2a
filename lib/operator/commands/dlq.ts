import { type Message, SQSClient } from '@aws-sdk/client-sqs';
import type { Command } from 'commander';
import { countMessages, firstSentAtOf, peek, type QueueCounts, redrive, settle } from '../dead-letters';
import { describeDeadLetter } from '../describe-dead-letter';
import { OperatorError } from '../operator-error';
import type { AddVerbs } from '../add-verbs';
import type { Report } from '../report';
import { runTimer } from '../run-timer';
import type { Target } from '../target';
import { addVerb } from '../verb';
import { readWatchedQueues, type WatchedQueue } from '../watched-queues';

interface QueueOption {
  queue?: string;
}

interface ListedQueue extends QueueCounts {
  queue: string;
  /** A few of the dead letters. */
  letters: Array<{ about: string; firstSentAt: string | undefined }>;
}

/** What was done with a queue's dead letters: moved back to their queue, or deleted after the timer requeued the work. */
type Redriven = { queue: string; moved: number } | { queue: string; settled: number };

export const addDeadLetterVerbs: AddVerbs = (noun, io) => {
  addVerb<QueueOption>(noun, io, {
    name: 'list',
    summary: 'count what waits and what was set aside, by queue, and say what a few of it are about',
    declare: withQueue,
    run: async ({ target }, options) => {
      const sqs = createClient();
      return reportQueues(
        await Promise.all(chooseQueues(target, options).map((queue) => lookInto(sqs, queue))),
      );
    },
  });
  addVerb<QueueOption>(noun, io, {
    name: 'redrive',
    summary: 'put what was set aside back on its queue; what has none, the timer takes up',
    declare: withQueue,
    run: async ({ target }, options) => {
      const sqs = createClient();
      const redriven: Redriven[] = [];
      for (const queue of chooseQueues(target, options)) {
        redriven.push(await redriveOne(target, sqs, queue));
      }
      return reportRedriven(redriven);
    },
  });
};

/** By default the client goes where a queue's URL leads, and says on stderr where the environment leads elsewhere. */
const createClient = () => new SQSClient({ useQueueUrlAsEndpoint: false });

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

async function lookInto(sqs: SQSClient, queue: WatchedQueue): Promise<ListedQueue> {
  const counts = await countMessages(sqs, queue);
  const letters = counts.deadLetters === 0 ? [] : await peek(sqs, queue);
  return {
    queue: queue.name,
    ...counts,
    letters: letters
      .map((letter) => ({ about: describeDeadLetter(queue.name, letter), firstSentAt: readTime(letter) }))
      .sort((a, b) => (a.firstSentAt ?? '').localeCompare(b.firstSentAt ?? '')),
  };
}

function readTime(letter: Message): string | undefined {
  const ms = Number(firstSentAtOf(letter));
  return ms > 0 ? new Date(ms).toISOString() : undefined;
}

async function redriveOne(target: Target, sqs: SQSClient, queue: WatchedQueue): Promise<Redriven> {
  const { name, url, deadLetterUrl } = queue;
  if (url !== undefined) return { queue: name, moved: await redrive(sqs, { name, url, deadLetterUrl }) };
  return { queue: name, settled: await settle(sqs, { deadLetterUrl, takeUp: () => runTimer(target) }) };
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
    json: redriven,
    head: ['queue', 'dead letters', 'what became of them'],
    rows: redriven.map((one) =>
      'moved' in one
        ? [one.queue, one.moved, 'put back on the queue']
        : [one.queue, one.settled, 'the timer has taken up what they tell of'],
    ),
  };
}
