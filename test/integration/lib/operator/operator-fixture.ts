import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { runOperator } from '../../../../lib/operator/program';
import { startEngine, type TestEngine } from '../../../support/engines/engine';
import { type Outcome, runScript } from '../../../support/run/run-script';
import { startedInHook } from '../../../support/run/started-in-hook';

export interface OperatorFixture {
  engine: TestEngine;
  dataDir: string;
  /** Writes `service.json` as a running service would; with other values if given. */
  describeService(changes?: { environment?: object; [name: string]: unknown }): void;
  /** Runs a command line in this process. */
  run(...argv: string[]): Promise<Outcome>;
  runWithInput(input: string, ...argv: string[]): Promise<Outcome>;
  /** Runs as at a terminal, where every question gets this answer; returns the questions too. */
  runAtTerminal(answer: string, ...argv: string[]): Promise<Outcome & { questions: string[] }>;
  /** Runs with `--json`, expects success and reads the value. */
  json<T>(...argv: string[]): Promise<T>;
  /** Creates an account that is called Acme, unless the options name it. Returns its id. */
  createAccount(...options: string[]): Promise<string>;
  /** Returns all items of the table. */
  scan(): Promise<Array<Record<string, unknown>>>;
  stop(): Promise<void>;
}

interface OperatorRun {
  environment: NodeJS.ProcessEnv;
  input?: string;
  ask?: (question: string) => Promise<string>;
}

/** Runs a command line in this process. */
export async function runOperatorWith(
  { environment, input = '', ask }: OperatorRun,
  argv: string[],
): Promise<Outcome> {
  let stdout = '';
  let stderr = '';
  const exitCode = await runOperator(argv, {
    stdin: Readable.from([Buffer.from(input)]),
    writeOut: (text) => void (stdout += text),
    writeError: (text) => void (stderr += text),
    terminal: undefined,
    ask,
    environment,
  });
  return { exitCode, stdout, stderr };
}

/** Starts the CLI on a real engine, with a DATA_DIR that describes it as the local service. */
export async function startOperator(): Promise<OperatorFixture> {
  const engine = await startEngine();
  const dataDir = mkdtempSync(join(tmpdir(), 'operator-test-'));
  const { endpoint, table } = engine;
  const describeService = (changes: { environment?: object } = {}) => {
    const service = {
      pid: process.pid,
      baseUrl: endpoint,
      region: 'us-east-1',
      tableName: table.name,
      endpoints: {
        dynamodb: endpoint,
        sqs: endpoint,
        sns: endpoint,
        s3: endpoint,
        events: endpoint,
        lambda: endpoint,
        simulator: endpoint,
      },
      clockOffsetMs: 0,
      outputs: {},
      ...changes,
      environment: {
        TABLE_NAME: table.name,
        BASE_URL: endpoint,
        AWS_ACCESS_KEY_ID: 'local',
        AWS_SECRET_ACCESS_KEY: 'local',
        ...changes.environment,
      },
    };
    writeFileSync(join(dataDir, 'service.json'), JSON.stringify(service));
  };
  describeService();
  const environment = { ...process.env, DATA_DIR: dataDir };
  const runWith = (more: Pick<OperatorRun, 'input' | 'ask'>, argv: string[]) =>
    runOperatorWith({ ...more, environment }, argv);
  const json = async <T>(...argv: string[]) => {
    const outcome = await runWith({}, [...argv, '--json']);
    if (outcome.exitCode !== 0) throw new Error(`${argv.join(' ')}: ${outcome.stderr}`);
    return JSON.parse(outcome.stdout) as T;
  };
  return {
    engine,
    dataDir,
    describeService,
    run: (...argv) => runWith({}, argv),
    runWithInput: (input, ...argv) => runWith({ input }, argv),
    runAtTerminal: async (answer, ...argv) => {
      const questions: string[] = [];
      const ask = async (question: string) => {
        questions.push(question);
        return answer;
      };
      return { ...(await runWith({ ask }, argv)), questions };
    },
    json,
    createAccount: async (...options) =>
      (await json<{ id: string }>('account', 'create', '--name', 'Acme', ...options)).id,
    scan: async () => {
      const client = DynamoDBDocumentClient.from(engine.client);
      const items: Array<Record<string, unknown>> = [];
      let from: Record<string, unknown> | undefined;
      do {
        const page = await client.send(
          new ScanCommand({ TableName: table.name, ...(from && { ExclusiveStartKey: from }) }),
        );
        items.push(...(page.Items ?? []));
        from = page.LastEvaluatedKey;
      } while (from);
      return items;
    },
    stop: async () => {
      rmSync(dataDir, { recursive: true, force: true });
      await engine.stop();
    },
  };
}

/** Returns the outcome of a command that is refused with this on stderr. */
export const refused = (stderr: string): Outcome => ({ exitCode: 1, stdout: '', stderr });

/** Starts the CLI for the tests of a file, as `startedInHook` does. */
export const useOperator = (): OperatorFixture => startedInHook(startOperator, (operator) => operator.stop());

/** Runs the program as an operator does, in a process of its own. */
export function runProgram(argv: string[], environment: NodeJS.ProcessEnv): Promise<Outcome> {
  return runScript(join('bin', 'operator.ts'), argv, environment);
}
