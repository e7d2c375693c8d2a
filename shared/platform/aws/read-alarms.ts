import { array, looseObject, number, optional, parse, parseJson, pipe, string } from 'valibot';
import { askAws } from './internal/aws-api';
import { notReadableOf } from './internal/not-readable';

const CLOUDWATCH = { name: 'CloudWatch', id: 'monitoring', variable: 'CLOUDWATCH' };
/** Time for each page, well below that of a request. */
const ANSWERS_WITHIN_MS = 4_000;
/** Most alarms that CloudWatch returns at once. */
const PAGE = 100;

/** Alarm of CloudWatch that watches the service. */
interface WatchingAlarm {
  name: string;
  /** Condition that it watches for, and where to read what to do. */
  meaning: string;
  isInAlarm: boolean;
  /** ISO time of the last change of its state; absent when CloudWatch does not tell. */
  since?: string;
}

/**
 * Reads the alarms whose names begin with a prefix.
 *
 * @throws ServiceError AwsNotReadable
 *
 * **Source:** API reference of CloudWatch, `DescribeAlarms`, in its JSON form.
 */
export async function readAlarms(prefix: string): Promise<WatchingAlarm[]> {
  try {
    const alarms: WatchingAlarm[] = [];
    let nextToken: string | undefined;
    do {
      const page = await readPage({ prefix, nextToken });
      alarms.push(...page.MetricAlarms.map(readAlarm));
      nextToken = page.NextToken;
    } while (nextToken);
    return alarms;
  } catch (error) {
    throw notReadableOf(error) ?? error;
  }
}

async function readPage({ prefix, nextToken }: { prefix: string; nextToken: string | undefined }) {
  const { text } = await askAws(CLOUDWATCH, {
    path: '/',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'GraniteServiceVersion20100801.DescribeAlarms',
    },
    signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
    body: JSON.stringify({
      ...{ AlarmNamePrefix: prefix, AlarmTypes: ['MetricAlarm'], MaxRecords: PAGE },
      ...(nextToken && { NextToken: nextToken }),
    }),
  });
  return parse(ANSWER, text);
}

const ALARM = looseObject({
  AlarmName: string(),
  AlarmDescription: optional(string(), ''),
  StateValue: string(),
  /** In seconds. */
  StateUpdatedTimestamp: optional(number()),
});
const ANSWER = pipe(
  string(),
  parseJson(),
  looseObject({ MetricAlarms: optional(array(ALARM), []), NextToken: optional(string()) }),
);

function readAlarm(alarm: ReturnType<typeof parse<typeof ALARM>>): WatchingAlarm {
  const { AlarmName: name, AlarmDescription: meaning, StateValue, StateUpdatedTimestamp: seconds } = alarm;
  return {
    ...{ name, meaning, isInAlarm: StateValue === 'ALARM' },
    ...(seconds !== undefined && { since: new Date(seconds * 1000).toISOString() }),
  };
}
