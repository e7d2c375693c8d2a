import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { NotRunError, UNAVAILABLE } from '../support/run/not-run';
import { useTemporaryFolder } from '../support/run/temporary-folder';
import { CASES, toHistory } from './cases';
import { type Call, isOp, toLines } from './history';
import { buildJudge, type Judge, type Verdict } from './judge';
import { PLANTS } from './planted';
import { recordHistory } from './record-history';

/**
 * Records what clients of two services on one table see of idempotency keys and credits, and has porcupine, a checker of
 * linearizability, judge it:
 *
 *     npm run test:linearizability -- --accounts 200 --seed 7
 *
 * The judge first has to be right about small histories, and in the end to find each fault that is planted in the history of the
 * services; with `--planted NAME` the run is judged with that fault in place of its own history, and fails. Exits with 69 without
 * Go or its proxy of modules, and where the machine is too busy for the provider to answer in time.
 */
const { values } = parseArgs({
  options: {
    accounts: { type: 'string', default: '9' },
    seed: { type: 'string', default: '1' },
    planted: { type: 'string' },
  },
});
/** Folder for the history of the last run, and for drawings of what is not linearizable. */
const KEPT = join('.cache', 'linearizability');

const say = (line: string) => process.stdout.write(`${line}\n`);

let code: number;
try {
  code = await run();
} catch (error) {
  if (!(error instanceof NotRunError)) throw error;
  process.stderr.write(
    `NOT RUN: histories judged by porcupine, which takes Go and its proxy of modules: ${error.message}\n`,
  );
  code = UNAVAILABLE;
}
// Idle connections would keep the process alive for a while.
process.exit(code);

async function run(): Promise<number> {
  const { planted } = values;
  const plant = planted === undefined ? undefined : PLANTS[planted];
  if (planted !== undefined && !plant) {
    throw new Error(`--planted is one of ${Object.keys(PLANTS).join(', ')}`);
  }
  const judge = buildJudge(useTemporaryFolder());
  const problems = checkCases(judge);
  const recorded = await recordHistory({ accounts: Number(values.accounts), seed: Number(values.seed) });
  const calls = plant ? plant(recorded.calls) : recorded.calls;
  say(`${recorded.conflicts} conflicts of transactions, and ${recorded.lost} writes whose answer was lost.`);
  problems.push(...judgeRun(judge, calls));
  if (!plant) problems.push(...findMissed(judge, calls));
  for (const problem of problems.slice(0, 20)) say(`WRONG: ${problem}`);
  if (problems.length > 0) say(`${problems.length} things are wrong. ${KEPT} has the history.`);
  return problems.length > 0 ? 1 : 0;
}

/** @returns the small histories about which the judge is wrong */
function checkCases(judge: Judge): string[] {
  const verdicts = judge(new Map(CASES.map((one, index) => [`case-${index}`, toHistory(one)])));
  return CASES.flatMap(({ name, isLinearizable }, index) => {
    const { verdict, problems } = verdictOf(verdicts, `case-${index}`);
    return verdict === (isLinearizable ? 'Ok' : 'Illegal')
      ? []
      : [`"${name}" is ${verdict}: ${problems.join(', ')}`];
  });
}

/** Keeps the history of the services, and judges it. @returns what is wrong */
function judgeRun(judge: Judge, calls: Call[]): string[] {
  rmSync(KEPT, { recursive: true, force: true });
  mkdirSync(KEPT, { recursive: true });
  writeFileSync(join(KEPT, 'history.jsonl'), toLines(calls));
  const found = verdictOf(judge(new Map([['history', calls]]), { show: KEPT }), 'history');
  say(describe(calls, found));
  return found.verdict === 'Ok' ? [] : found.problems;
}

/** @returns the planted faults that the judge does not find */
function findMissed(judge: Judge, calls: Call[]): string[] {
  const verdicts = judge(new Map(Object.entries(PLANTS).map(([name, plant]) => [name, plant(calls)])));
  return [...verdicts].flatMap(([name, { verdict }]) =>
    verdict === 'Illegal' ? [] : [`the judge does not find ${name}, planted in the history: ${verdict}`],
  );
}

function verdictOf(verdicts: Map<string, Verdict>, name: string): Verdict {
  const verdict = verdicts.get(name);
  if (!verdict) throw new Error(`The judge has said nothing about ${name}`);
  return verdict;
}

function describe(calls: Call[], { verdict, partitions, steps, milliseconds }: Verdict): string {
  const accounts = calls.filter(isOp('open'));
  const sends = calls.filter(isOp('send'));
  const count = (is: (call: (typeof sends)[number]) => boolean) => sends.filter(is).length;
  return [
    `${accounts.length} accounts, ${accounts.filter(({ input }) => input.hasCreditShards).length} of them with credit shards`,
    `${calls.length} calls, ${sends.length} of them sends`,
    `${count(({ return: end }) => end === undefined)} without an answer`,
    `${count(({ output }) => output?.isReplayed === true)} replays`,
    `${count(({ output }) => output?.status === 402)} short of credits`,
    `${count(({ output }) => output?.state === 'failed' && !output.isReplayed)} refused by the provider`,
    `${Object.values(partitions).reduce((sum, some) => sum + some, 0)} parts of ${JSON.stringify(steps)} steps`,
    `porcupine says ${verdict} after ${milliseconds} ms.`,
  ].join(', ');
}
