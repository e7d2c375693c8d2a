import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_DATA_DIR } from '../service/start-service';

interface Queues {
  /** Names of the service's queues, including those of dead letters. */
  names: string[];
  /** Names of the queues with a message that contains one of the texts. */
  traces: string[];
}

/**
 * Searches all queues of the shared service: messages that wait, that are delayed and that are being processed. No
 * message is received.
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

/** Reads the queues of the local SQS, for which it has routes beside its API. */
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

/** Returns the lines of the shared service's log that contain one of the texts. */
export function findLogTraces(texts: string[]): string[] {
  const path = join(process.env[SERVICE_DATA_DIR] ?? '', 'service.log');
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => texts.some((wanted) => line.includes(wanted)));
}
