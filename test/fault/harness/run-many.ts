import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { startEngine } from '../../../lib/local/engine';
import { thinDocumentClient } from '../../support/engines/thin-client';
import type { Defect } from './defects';
import type { Kind } from './mix';
import { type Moment, MOMENTS } from './moments';
import type { PreviousRelease } from './previous-release';
import { type RunResult, runOnce } from './run';
import { installSimulatedTime } from './simulation';

export interface Campaign {
  runs: number;
  /** Seed of the first run; the others follow it. */
  seed: number;
  only?: Kind | undefined;
  defect?: Defect | undefined;
  /** Earlier release, whose functions run beside those of this one. */
  previous?: PreviousRelease | undefined;
  /** Number of failed runs after which it stops. */
  mostFailures?: number;
  isVerbose?: boolean;
  say: (line: string) => void;
}

const REPORT_EVERY_MS = 30_000;
/** Runs on one engine. An engine that has had many tables gets slow. */
const RUNS_PER_ENGINE = 100;

/** Runs one seed after another on an engine of its own, and reports the progress. */
export async function runMany(
  campaign: Campaign,
): Promise<{ failed: RunResult[]; done: number; total: RunResult['counts']; moments: RunResult['moments'] }> {
  const { runs, seed, only, defect, previous, say, mostFailures = 5 } = campaign;
  const failed: RunResult[] = [];
  const total = {
    requests: 0,
    taken: 0,
    deaths: 0,
    faults: 0,
    jobs: 0,
    campaigns: 0,
    people: 0,
    imports: 0,
    exports: 0,
  };
  const moments = Object.fromEntries(Object.keys(MOMENTS).map((name) => [name, 0])) as RunResult['moments'];
  const suffix = `${only ? ` --only ${only}` : ''}${defect ? ` --defect ${defect}` : ''}${previous ? ` --previous ${previous.commit}` : ''}`;
  say(`${runs} runs from seed ${seed}: npm run test:faults -- --runs ${runs} --seed ${seed}${suffix}`);
  const startedAt = performance.now();
  let reportedAt = startedAt;
  let done = 0;
  while (done < runs && failed.length < mostFailures) {
    const most = Math.min(RUNS_PER_ENGINE, runs - done);
    await withEngine(async (engine, thin) => {
      for (let index = 0; index < most && failed.length < mostFailures; index++) {
        const result = await runOnce({ engine, thin, seed: seed + done, only, defect, previous });
        done += 1;
        for (const name of Object.keys(total) as Array<keyof typeof total>)
          total[name] += result.counts[name];
        for (const name of Object.keys(moments) as Moment[]) moments[name] += result.moments[name];
        if (result.wrong.length > 0) {
          failed.push(result);
          report(result, suffix, say);
        } else if (campaign.isVerbose) for (const line of result.trace) say(line);
        if (performance.now() - reportedAt > REPORT_EVERY_MS) {
          reportedAt = performance.now();
          say(`${done} runs, ${failed.length} failed; ${describe(total)}`);
        }
      }
    });
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  say(`${done} runs in ${seconds} s, ${failed.length} failed; ${describe(total)}`);
  say(`Met: ${(Object.keys(moments) as Moment[]).map((name) => `${name} ${moments[name]}`).join(', ')}`);
  return { failed, done, total, moments };
}

const describe = (total: RunResult['counts']) =>
  `${total.requests} answers, ${total.jobs} jobs, ${total.campaigns} campaigns, ${total.people} people of automations, ${total.imports} imports, ${total.exports} exports, ${total.taken} messages taken, ${total.deaths} deaths, ${total.faults} other faults`;

function report({ seed, wrong, trace }: RunResult, suffix: string, say: (line: string) => void): void {
  say(`\nThe run of seed ${seed} failed. Again: npm run test:faults -- --runs 1 --seed ${seed}${suffix}`);
  for (const line of trace) say(line);
  for (const sentence of wrong.slice(0, 20)) say(`WRONG: ${sentence}`);
}

/** Starts an engine of its own, and simulated time, for an act. */
export async function withEngine(
  act: (engine: { client: DynamoDBClient }, thin: ReturnType<typeof thinDocumentClient>) => Promise<void>,
): Promise<void> {
  const embedded = await startEngine({
    rootDir: process.cwd(),
    onExit: (reason) => process.stderr.write(`The engine ended: ${reason}\n`),
  });
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint: embedded.endpoint, region: 'us-east-1', credentials });
  const thin = thinDocumentClient(embedded.endpoint);
  // The platform is created once for a process, from its environment; each run puts its own parts in.
  Object.assign(process.env, {
    TABLE_NAME: 'Run',
    BASE_URL: 'http://localhost',
    KEYWORD_REPLIES: 'on',
    ERASURE_KEY: Buffer.alloc(32, 1).toString('base64'),
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
  const putBack = installSimulatedTime();
  try {
    await act({ client }, thin);
  } finally {
    putBack();
    client.destroy();
    thin.close();
    await embedded.stop();
  }
}
