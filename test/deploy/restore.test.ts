import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LambdaClient, UpdateEventSourceMappingCommand } from '@aws-sdk/client-lambda';
import { connect, type Target } from '../../lib/operator/target';
import { type Key, PARTITIONS } from '../../shared/platform/store/keys';
import { runScript } from '../support/run/run-script';
import { type ApiAnswer } from './deployed-api';
import { findDeployment } from './deployment';
import { type DeployedService, openAccount, waitUntilFound } from './deployed-service';
import { addEmulatorGrants } from './emulator-grants';
import { contactPath, enrol, readCredits, textsTo } from './everyday-calls';
import { readCommands, runCommands } from './runbook';

const SENDER = '+12065550160';
const GINA = '+12065550161';
const HUGO = '+12065550162';
const IDA = '+12065550163';
const JADE = '+12065550164';
const NEW = 'Restored-table';

const [takeBackup = '', stop = '', adopt = '', deploy = '', resume = ''] = readCommands(
  'Restore from point-in-time recovery',
);
let service: DeployedService;
let target: Target;
/** Names that the guide uses for something of the stack, with their values here. */
let names: Record<string, string>;

beforeAll(async () => {
  service = await openAccount(SENDER);
  const { stack } = service.deployment;
  target = await connect({ stack, environment: process.env });
  const time = new Date().toISOString();
  names = {
    ...{ OLD: target.table.name, NEW, 'Messaging-prod': stack, prod: stack.replace('Messaging-', '') },
    '2026-11-20T12:00:00Z': time,
  };
  // The deployment of the guide asks no questions, and does without the check of templates.
  Object.assign(process.env, { CDK_REQUIRE_APPROVAL: 'never', CDK_VALIDATION: 'false' });
  process.env.CDK_OUTPUT = mkdtempSync(join(tmpdir(), 'adopted-'));
});
afterAll(() => service?.stop());

const send = (to: string, body: string, idempotencyKey: string) =>
  service.call({
    path: '/api/v1/messaging/message',
    body: { to, from: SENDER, body, idempotencyKey },
  });

/** Reads the account's state by its API. */
async function readState() {
  const paths = [
    ...[contactPath(GINA), '/api/v1/groups', `/api/v1/groups/${service.groupId}`],
    ...['/api/v1/contacts/custom-fields/schema', '/api/v1/segments'],
  ];
  const answers: ApiAnswer[] = [];
  for (const path of paths) answers.push(await service.call({ path }));
  // Without the number of members, of whom one is erased and one leaves later on.
  const withoutCounts = (body: unknown) =>
    JSON.parse(
      JSON.stringify(body, (name, value: unknown) => (name === 'contactCount' ? null : value)),
    ) as unknown;
  return answers.map(({ status, body }, index) => ({
    path: paths[index],
    status,
    body: withoutCounts(body),
  }));
}

/** Deletes the account's settings, keys and endpoints; its own item and the log of consent stay. */
async function loseWhatWasSetUp(): Promise<number> {
  const { accountId } = service;
  const lost: Key[] = [];
  for await (const item of target.table.scan({ ProjectionExpression: 'pk, sk, accountId' })) {
    const { pk, sk, accountId: owner } = item as unknown as Key & { accountId?: string };
    const isOwn = owner === accountId || pk.includes(`#${accountId}`);
    const isSetUp = [PARTITIONS.account, PARTITIONS.contact, PARTITIONS.apiKey, PARTITIONS.segment].some(
      (partition) => pk.startsWith(partition),
    );
    if (isOwn && isSetUp && sk !== 'ACCOUNT' && !sk.startsWith('LOG#')) lost.push({ pk, sk });
  }
  await target.table.batchDelete(lost);
  return lost.length;
}

/** Enables the mappings of the stack as it is deployed now. */
async function enableMappings(): Promise<void> {
  const lambda = new LambdaClient({});
  const deployment = await findDeployment();
  await Promise.all(
    deployment
      .resources('AWS::Lambda::EventSourceMapping')
      .map(({ physicalId: UUID }) =>
        lambda.send(new UpdateEventSourceMappingCommand({ UUID, Enabled: true })),
      ),
  );
}

/** Runs the command of the guide. @returns what it says */
async function adoptTable(...flags: string[]): Promise<string> {
  const { stack } = service.deployment;
  const argv = ['--stack', stack, '--table', NEW, '--to', names['2026-11-20T12:00:00Z'] ?? '', ...flags];
  const { exitCode, stdout, stderr } = await runScript('bin/adopt-table.ts', argv, process.env);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return stdout;
}

it('brings back what was lost, as the operations guide has it, and sends nothing again', async () => {
  await enrol(service, GINA, { firstName: 'Gina', customFields: { Plan: 'Gold' } });
  await enrol(service, HUGO);
  await enrol(service, IDA);
  await service.call({
    path: '/api/v1/segments',
    body: { name: 'Gold', audience: { filter: { field: 'customFields.Plan', op: 'equals', value: 'Gold' } } },
  });
  const campaign = await service.call({
    path: '/api/v1/campaigns',
    body: {
      ...{
        name: 'Later',
        from: SENDER,
        body: 'Later',
        audience: { everyone: true },
        purpose: 'informational',
      },
      schedule: { at: '2035-03-01T15:00:00Z' },
    },
  });
  const campaignPath = `/api/v1/campaigns/${(campaign.body as { id: string }).id}`;
  expect((await service.call({ method: 'POST', path: `${campaignPath}/launch` })).status).toBe(202);
  // Until then the welcome texts are under way, and would be charged during the restore.
  await waitUntilFound(() =>
    [GINA, HUGO, IDA].every((phone) => textsTo(service, phone).length > 0) ? true : undefined,
  );
  const state = await readState();
  expect(state.map(({ status }) => status)).toEqual(state.map(() => 200));

  // 1. Takes the backup. MiniStack copies the table as it is at the request, whatever time is given.
  names['2026-11-20T12:00:00Z'] = new Date().toISOString();
  await runCommands([takeBackup], names);

  // 2. Later changes that must be kept: a text, a STOP, one from a new number, an erasure.
  const sent = await send(GINA, 'News for you', 'restore-1');
  expect(sent.status).toBe(201);
  await enrol(service, JADE);
  await waitUntilFound(() => (textsTo(service, JADE).length > 0 ? true : undefined));
  for (const phone of [HUGO, JADE]) {
    await service.simulator.inbound({ from: phone, to: SENDER, body: 'STOP' });
    await service.event(
      'contacts.group.opted_out',
      ({ contact }) => (contact as { phoneNumber: string }).phoneNumber === phone,
    );
  }
  const erased = await service.call({ method: 'DELETE', path: contactPath(IDA) });
  const { id: erasureId } = erased.body as { id: string };
  await waitUntilFound(async () => {
    const { body } = await service.call({ path: `/api/v1/contacts/erasures/${erasureId}` });
    return (body as { status: string }).status === 'completed' ? true : undefined;
  });
  const credits = await readCredits(service);

  // 3. The accident: contacts, groups, fields, segments, keys and endpoints are deleted.
  expect(await loseWhatWasSetUp()).toBeGreaterThan(8);
  expect((await service.call({ path: '/api/v1/groups' })).status).toBe(401);

  // 4. The restore, as in the guide.
  const stoppedAtMs = performance.now();
  await runCommands([stop], names);
  expect(adopt).toContain(
    'npm run adopt-table -- --stack Messaging-prod --table NEW --to 2026-11-20T12:00:00Z\n',
  );
  // Until then the log is not complete.
  await waitUntilFound(async () =>
    /^Would be put back: 2 opt-outs, .* 1 erasures, /.test(await adoptTable('--dry-run')) ? true : undefined,
  );
  const beganMs = performance.now();
  const said = await adoptTable();
  const [, name, streamArn] = /adoptedTable: \{ name: '(.+)', streamArn: '(.+)' \},\n$/.exec(said) ?? [];
  expect(name).toBe(NEW);
  Object.assign(process.env, { ADOPTED_NAME: name, ADOPTED_STREAM: streamArn });
  const readyMs = performance.now();
  await runCommands([deploy], names);
  const deployedMs = performance.now();
  await addEmulatorGrants(await findDeployment());
  // The mappings are enabled without the AWS CLI, which takes a second for each; the guide's command stopped them.
  expect(resume).toContain('schedule ENABLED && mappings --enabled && throttle 1000 2000\n');
  await enableMappings();
  const functions = stop.replace(/\n+throttle 0 0 .*\n$/, '\n');
  await runCommands([functions, resume.replace(' && mappings --enabled', '')], names);
  const seconds = (fromMs: number, toMs: number) => Math.round((toMs - fromMs) / 1000);
  process.stdout.write(
    `Stood still for ${seconds(stoppedAtMs, performance.now())} s: ${seconds(stoppedAtMs, beganMs)} s until the log was ` +
      `complete, ${seconds(beganMs, readyMs)} s for the table, ${seconds(readyMs, deployedMs)} s for the deployment\n`,
  );
  expect((await connect({ stack: service.deployment.stack, environment: process.env })).table.name).toBe(NEW);

  // 5. The settings are restored, sent messages are not sent again, and opted-out contacts stay so.
  expect(await readState()).toEqual(state);
  expect(await readCredits(service)).toEqual(credits);
  const repeated = await send(GINA, 'News for you', 'restore-1');
  expect(repeated).toMatchObject({ status: 409, body: { code: 33104 } });
  expect(textsTo(service, GINA).filter((text) => text === 'News for you')).toHaveLength(1);
  expect((await send(HUGO, 'After the STOP', 'restore-2')).body).toMatchObject({ code: 33029 });
  expect((await service.call({ path: contactPath(IDA) })).status).toBe(404);
  expect((await service.call({ method: 'POST', path: contactPath(JADE), body: {} })).status).toBe(201);
  const asked = { method: 'POST', path: `${contactPath(JADE)}/groups/${service.groupId}` } as const;
  expect((await service.call(asked)).body).toMatchObject({ code: 33035 });
  expect((await service.call({ path: campaignPath })).body).toMatchObject({ status: 'paused' });
  expect((await service.call({ method: 'POST', path: `${campaignPath}/cancel` })).status).toBe(200);
  const next = await send(GINA, 'News after that', 'restore-3');
  expect(next.body).toMatchObject({ status: 'sent' });
  const { id } = next.body as { id: string };
  await service.event('messaging.message.delivered', ({ message }) => (message as { id: string }).id === id);
});
