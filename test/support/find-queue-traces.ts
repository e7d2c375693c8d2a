import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_DATA_DIR } from './start-service';

interface Queues {
  /** Of the service, those of dead letters among them. */
  names: string[];
  /** Names of the queues with a message that has one of the texts in it. */
  traces: string[];
}

/**
 * Looks through all queues of the shared service, at messages that wait, that are delayed and that are being worked on;
 * no message is taken.
 *
 * @param texts as they were written
 */
export async function findQueueTraces(texts: string[]): Promise<Queues> {
  const names = (await inspect<Array<{ name: string }>>('')).map(({ name }) => name);
  const traces: string[] = [];
  for (const name of names) {
    const content = JSON.stringify(await inspect<{ messages: object }>(`/${name}`));
    const found = texts.find((wanted) => content.includes(wanted));
    if (found !== undefined) traces.push(`${found} in ${name}`);
  }
  return { names, traces };
}

/** What the local SQS tells of its queues beside its API. */
async function inspect<T>(path: string): Promise<T> {
  const { endpoints, environment } = describeService();
  const answer = await fetch(`${endpoints.sqs}/_fauxqs/queues${path}`, {
    headers: { authorization: `AWS4-HMAC-SHA256 Credential=${environment.AWS_ACCESS_KEY_ID}/` },
  });
  if (!answer.ok) throw new Error(`The local SQS does not tell of its queues: ${answer.status}`);
  return (await answer.json()) as T;
}

export function describeService() {
  const dataDir = process.env[SERVICE_DATA_DIR] ?? '';
  return JSON.parse(readFileSync(join(dataDir, 'service.json'), 'utf8')) as {
    endpoints: { sqs: string };
    environment: { AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string };
  };
}

/** Lines of the shared service's log that have one of the texts in them. */
export function findLogTraces(texts: string[]): string[] {
  const path = join(process.env[SERVICE_DATA_DIR] ?? '', 'service.log');
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => texts.some((wanted) => line.includes(wanted)));
}
