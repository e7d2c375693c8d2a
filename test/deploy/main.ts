import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { makeTablesPlain } from './emulator-templates';
import {
  clientEnvironment,
  installMiniStack,
  makeCertificate,
  MINISTACK_LOG,
  REGION,
  startMiniStack,
} from './ministack';
import { NotRunError, UNAVAILABLE } from '../support/run/not-run';
import { Processes } from './processes';
import { useTemporaryFolder } from '../support/run/temporary-folder';

/**
 * Deploys the real stacks with the CDK into MiniStack, an AWS in one process, and tests it there from outside:
 * `npm run test:deploy`. MiniStack runs the bundled handlers and checks each of their calls against the policies of
 * their roles, and TLS is on: a call that a role or a policy does not allow fails here as it would in AWS.
 *
 * When it ends, by whatever way, nothing runs and nothing remains but the Python environment in `.cache`.
 */
const STAGE = 'deploytest';
const ACCOUNT = '000000000000';

useTemporaryFolder();
const folder = mkdtempSync(join(tmpdir(), 'test-deploy-'));
const processes = new Processes(folder);
let isStopping = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void stop(130));
}
try {
  await run();
  await stop(0);
} catch (error) {
  if (!isStopping) {
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
    await stop(error instanceof NotRunError ? UNAVAILABLE : 1);
  }
}

async function run(): Promise<void> {
  const python = await phase('MiniStack is installed', async () => installMiniStack());
  const certificate = makeCertificate(folder);
  const [port, simulatorPort] = [await findPort(), await findPort()];
  const endpoint = `https://127.0.0.1:${port}`;
  const simulatorUrl = `http://127.0.0.1:${simulatorPort}`;
  const environment = {
    ...clientEnvironment(endpoint, certificate),
    STAGES_DIR: 'test/deploy/stages',
    SIMULATOR_URL: simulatorUrl,
  };
  /** File for what a deleted stage has left, in the form that `cdk import` takes. */
  const leftBehind = join(folder, 'left-behind.json');
  const cdk = (...argv: string[]) =>
    processes.runLogged({ command: 'node_modules/.bin/cdk', argv, environment });
  // Without the CDK's check of templates, which takes as long as the rest: `npm run synth` and `prod` have it.
  const cdkUnchecked = (...argv: string[]) =>
    processes.runLogged({
      command: 'node_modules/.bin/cdk',
      argv,
      environment: { ...environment, CDK_VALIDATION: 'false' },
    });
  const jest = async (file: string, stage: string) => {
    const code = await processes.runShown({
      command: 'node_modules/.bin/jest',
      argv: ['--config', 'test/deploy/jest.config.js', '--runInBand', file],
      environment: {
        ...environment,
        // The environment also has the AWS CLI, for the commands of the operations guide.
        PATH: `${dirname(python)}${delimiter}${process.env.PATH}`,
        DEPLOYED_STACK: `Messaging-${stage}`,
        SIMULATOR_PORT: String(simulatorPort),
        LEFT_BEHIND: leftBehind,
      },
    });
    if (code !== 0) {
      throw new Error(`The tests failed. MiniStack said last:\n${processes.readTail(MINISTACK_LOG)}`);
    }
  };

  await phase('MiniStack is up', () =>
    startMiniStack(processes, { python, port, simulatorUrl, certificate, folder }),
  );
  // 1. A stage for trials, with the provider simulator.
  const assembly = join(folder, 'assembly');
  const context = ['-c', `stage=${STAGE}`];
  await phase('cdk synth', () => cdkUnchecked('synth', '--quiet', ...context, '--output', assembly));
  const app = ['--app', assembly];
  await phase('cdk bootstrap', () => cdk('bootstrap', ...app, `aws://${ACCOUNT}/${REGION}`));
  await phase('cdk deploy --all', () => cdk('deploy', '--all', ...app, '--require-approval', 'never'));
  // A second synthesis with bundles must have the same output.
  const again = ['--output', join(folder, 'again')];
  await phase('cdk diff finds nothing', () => cdkUnchecked('diff', ...context, '--fail', ...again));
  await phase('Jobs on the deployed service', () => jest('jobs.test.ts', STAGE));
  await phase('Campaigns on the deployed service', () => jest('campaigns.test.ts', STAGE));
  await phase('Automations on the deployed service', () => jest('automations.test.ts', STAGE));
  await phase('Dead letters of the deployed service', () => jest('dead-letters.test.ts', STAGE));
  await phase('Forms that are posted to the deployed service', () => jest('posted-forms.test.ts', STAGE));
  await phase('Contact data of the deployed service', () => jest('contact-data.test.ts', STAGE));
  await phase('Commands for alarms', () => jest('alarm-commands.test.ts', STAGE));
  await phase('Restore of the deployed table', () => jest('restore.test.ts', STAGE));
  // Searches queues and logs in the end, including those of all tests before it.
  await phase('The deployed service', () => jest('service.test.ts', STAGE));
  await phase('cdk destroy --all', () => cdk('destroy', '--all', ...app, '--force'));

  // 2. Production, with End User Messaging.
  await phase('cdk synth -c stage=prod', () =>
    cdk('synth', '--quiet', '-c', 'stage=prod', '--output', assembly),
  );
  makeTablesPlain(assembly);
  await phase('cdk deploy --all of prod', () =>
    cdk('deploy', '--all', ...app, '--require-approval', 'never'),
  );
  await phase('End User Messaging', () => jest('eum.test.ts', 'prod'));
  await phase('cdk destroy of prod', () => cdk('destroy', '--all', ...app, '--force'));
  await phase('What prod has left', () => jest('retained.test.ts', 'prod'));

  // 3. The same stage over the data that it has left: new stacks, and nothing is lost.
  await phase('cdk import', () =>
    cdk('import', 'Messaging-prod-Data', ...app, '--resource-mapping', leftBehind),
  );
  await phase('cdk deploy --all over what prod has left', () =>
    cdk('deploy', '--all', ...app, '--require-approval', 'never'),
  );
  await phase('The stage that was taken over', () => jest('taken-over.test.ts', 'prod'));
}

/** Runs one phase and prints how long it took. */
async function phase<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const beganMs = performance.now();
  let outcome = 'failed after ';
  try {
    const result = await work();
    outcome = '';
    return result;
  } finally {
    process.stdout.write(`${name}: ${outcome}${((performance.now() - beganMs) / 1000).toFixed(1)} s\n`);
  }
}

/** Ends every process and removes the folder. */
async function stop(exitCode: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await processes.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.stdout.write(`Stopped after ${(performance.now() / 1000).toFixed(1)} s\n`);
  process.exit(exitCode);
}

/** Finds a free port below the range of ephemeral ports: it is used minutes later. */
async function findPort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 30_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}
