import { Duration } from 'aws-cdk-lib';
import { type AlarmSpec, AT_LEAST, MORE_THAN } from './alarm-spec';
import type { DeadLetterQueue } from './dead-letter-queue';
import type { Monitored } from './monitored';
import { PERIOD, serviceMetric } from './service-metrics';

/**
 * Limit of a message's age: a message that fails again and again is moved to the dead-letter queue after an hour, so
 * older ones mean a backlog.
 */
const OLDEST_MESSAGE_SECONDS = 30 * 60;

/** Longest wait of a STOP, by queue; other queues have no such limit. */
const PROMPT_QUEUE = 'inbound';
const LONGEST_WAIT_SECONDS = 60;
const MINUTE = Duration.minutes(1);
/** Minutes between two tries of a text that fails, in which its alarm stays on. */
const MINUTES_BETWEEN_TRIES = 7;

/** Returns the alarms on queues, their dead letters and their workers. */
export function queueAlarms(props: Monitored): AlarmSpec[] {
  return [...deadLetterAlarms(props), ...queueAgeAlarms(props), ...workerAlarms(props)];
}

function deadLetterAlarms({ queues, workers }: Monitored): AlarmSpec[] {
  const deadLetters: Record<string, DeadLetterQueue> = {
    ...Object.fromEntries(Object.entries(queues).map(([name, queue]) => [name, queue.deadLetterQueue])),
    relay: workers.relayDeadLetters,
    timer: workers.timerDeadLetters,
  };
  return Object.entries(deadLetters).map(([name, queue]) => ({
    id: `DeadLetters${capitalize(name)}`,
    heading: 'Dead letters',
    meaning: `Something was set aside after it had failed again and again (queue "${name}").`,
    metric: queue.metricApproximateNumberOfMessagesVisible({
      period: name === PROMPT_QUEUE ? MINUTE : PERIOD,
      statistic: 'Maximum',
    }),
    comparison: AT_LEAST,
    threshold: 1,
    periods: 1,
  }));
}

function queueAgeAlarms({ stage, queues }: Monitored): AlarmSpec[] {
  const ages = Object.entries(queues).map(([name, { queue }]) => ({
    id: `Age${capitalize(name)}`,
    metric: queue.metricApproximateAgeOfOldestMessage({
      period: name === PROMPT_QUEUE ? MINUTE : PERIOD,
      statistic: 'Maximum',
    }),
    comparison: MORE_THAN,
    ...(name === PROMPT_QUEUE
      ? { ...LATE_STOPS, threshold: LONGEST_WAIT_SECONDS, periods: 1 }
      : {
          heading: 'Old messages',
          meaning: `The queue "${name}" is not worked off.`,
          threshold: OLDEST_MESSAGE_SECONDS,
          periods: 2,
        }),
  }));
  // SQS leaves messages that were received three times out of that age.
  const tries: AlarmSpec = {
    id: 'InboundLag',
    ...LATE_STOPS,
    metric: serviceMetric(stage, 'InboundLag', 'Maximum').with({ period: MINUTE }),
    comparison: MORE_THAN,
    threshold: LONGEST_WAIT_SECONDS * 1_000,
    periods: 1,
    within: MINUTES_BETWEEN_TRIES,
  };
  return [...ages, tries];
}

const LATE_STOPS = {
  heading: 'Late STOPs',
  meaning: 'A text from a phone, which may be a STOP, has waited for more than a minute.',
};

function workerAlarms({ queues, workers }: Monitored): AlarmSpec[] {
  const functions = {
    ...Object.fromEntries(Object.entries(queues).map(([name, queue]) => [name, queue.worker])),
    relay: workers.relay,
    timer: workers.sweep,
  };
  return Object.entries(functions).map(([name, handler]) => ({
    id: `Errors${capitalize(name)}`,
    heading: 'Failing workers',
    meaning: `The worker of "${name}" threw, or ran out of time or memory, three times in a row.`,
    metric: handler.metricErrors({ period: PERIOD, statistic: 'Sum' }),
    comparison: AT_LEAST,
    threshold: 1,
    periods: 3,
  }));
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
