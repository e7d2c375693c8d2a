import { Template } from 'aws-cdk-lib/assertions';
import { type Alarm, goesOff, readAlarms } from '../support/alarms/alarm';
import { readEmbeddedMetrics } from '../support/alarms/embedded-metrics';
import { makeStacks } from '../support/stack/stack-template';
import { type DeployedService, openAccount, waitUntilFound } from './deployed-service';
import { findResource } from './deployment';
import { enrol, importContacts, textsTo } from './everyday-calls';
import { readLogLines } from './log-lines';
import { operate } from './operate';
import { alarmHeadings, readCommands, runCommands } from './runbook';

const SENDER = '+12065550170';
const JUNE = '+12065550171';

let service: DeployedService;
/** Names that the guide uses for something of the stack or of an account, with their values here. */
let names: Record<string, string>;

beforeAll(async () => {
  service = await openAccount(SENDER);
  const { accountId, deployment } = service;
  await enrol(service, JUNE);
  await waitUntilFound(() => (textsTo(service, JUNE).length > 0 ? true : undefined));
  const sent = await service.call({
    path: '/api/v1/messaging/message',
    body: { to: JUNE, from: SENDER, body: 'News for June' },
  });
  const [endpoint] = await operate<Array<{ id: string }>>(['webhook', 'list', '--account', accountId]);
  names = {
    TABLE: findResource(deployment, 'AWS::DynamoDB::GlobalTable', 'Data'),
    FUNCTION: findResource(deployment, 'AWS::Lambda::Function', 'WorkersOutboxRelay'),
    NAME: deployment.stack,
    ...{ A: accountId, N: SENDER, M: (sent.body as { id: string }).id, E: endpoint?.id ?? 'none' },
  };
});
afterAll(() => service?.stop());

/** Returns each command of a section as one line. */
function linesOf(heading: string): string[] {
  return readCommands(heading).flatMap((block) =>
    block
      .replaceAll(/\\\n */g, '')
      .split('\n')
      .map((line) => line.replace(/ +#.*$/, ''))
      .filter((line) => line !== ''),
  );
}

const commands = alarmHeadings().flatMap((heading) =>
  linesOf(heading).map((line) => [heading, line] as const),
);
const awsCommands = commands.filter(([, line]) => line.startsWith('aws '));
const operatorCommands = commands.filter(([, line]) => line.startsWith('npm run operator -- '));

/**
 * Returns true for a command that MiniStack lacks: the AWS CLI only parses it, and checks its options by its own model.
 */
const isMissing = (line: string) => /^aws (service-quotas|pinpoint-sms-voice-v2) /.test(line);

/**
 * Returns true for a command that needs what is not here: a job (a test of the documents checks those commands), or
 * End User Messaging, which this service does not send by. What `doctor aws` says, its own tests show.
 */
const isNotHere = (line: string) => line.includes('--job J') || line.includes('doctor aws');

it('the sections on alarms have no other commands', () => {
  expect(awsCommands.length + operatorCommands.length).toBe(commands.length);
  expect(awsCommands.length).toBeGreaterThan(6);
});

it.each(awsCommands)('%s: %s', async (_heading, line) => {
  const command = isMissing(line) ? `${line} --generate-cli-skeleton output` : line;
  await expect(runCommands([command], names)).resolves.toEqual(expect.any(String));
});

it.each(operatorCommands.filter(([, line]) => !isNotHere(line)))('%s: %s', async (_heading, line) => {
  const words = [...line.slice('npm run operator -- '.length).matchAll(/"([^"]*)"|\S+/g)].map(
    ([word, quoted]) => quoted ?? names[word] ?? word,
  );
  await expect(operate(words.slice(0, words.indexOf('--stack')))).resolves.toBeDefined();
});

describe('an alarm whose condition is caused', () => {
  /** Number whose texts the simulator takes before it breaks the connection without an answer. */
  const SILENT = '+15005550011';

  it('is UnknownOutcomes, by what the deployed functions measure', async () => {
    const { deployment } = service;
    const name = deployment.stack.slice('Messaging-'.length);
    const alarms = readAlarms(Template.fromStack(makeStacks({ name, alarms: true }).workers));
    const alarm = alarms.find(({ id }) => id === 'UnknownOutcomes') as Alarm;
    const isOff = async () => {
      const lines = [...(await readLogLines(deployment)).values()].flat();
      const samples = lines.flatMap(readEmbeddedMetrics);
      const times = samples.map(({ atMs }) => atMs);
      return goesOff(alarm, samples, { fromMs: Math.min(...times), toMs: Math.max(...times) + 1 });
    };
    await importContacts(service, [SILENT]);
    expect(await isOff()).toBe(false);
    // Repeated, as a period can end between them.
    await waitUntilFound(async () => {
      for (let index = 0; index < 5; index++) {
        const body = { to: SILENT, from: SENDER, body: 'News nobody answers' };
        await service.call({ path: '/api/v1/messaging/message', body });
      }
      return (await isOff()) ? true : undefined;
    });
  });
});
