import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { API_EXAMPLES, CLIENT_EXAMPLES, exampleProgram, readExamples } from '../../lib/generate/api-examples';
import { operate } from '../support/service/operate';
import { useSendingService } from '../support/service/sending-service';
import { callApi, createApiAccount, randomPhone } from '../support/service/service';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhooks/webhook-receiver';
import { freePort } from '../support/run/free-port';

const fixture = useSendingService({}, { account: 'ofFile' });
let groupId: string;
let receiver: WebhookReceiver;
const children: ChildProcess[] = [];

beforeAll(async () => {
  groupId = await newGroup('News');
  receiver = await startWebhookReceiver();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await receiver.stop();
});

async function newGroup(name: string, optInType = 'SINGLE'): Promise<string> {
  const options = ['--account', fixture.account.accountId, '--name', name, '--opt-in-type', optInType];
  return (await operate<{ id: string }>('group', 'create', ...options)).id;
}

const addWebhook = (url: string) =>
  operate<{ id: string; secret: string }>(
    'webhook',
    'add',
    '--account',
    fixture.account.accountId,
    '--url',
    url,
  );

/** Runs a program with the settings that the page requires. */
function run(command: string, args: string[], environment: Record<string, string>) {
  const child = spawn(command, args, {
    env: {
      ...process.env,
      BASE_URL: fixture.service.baseUrl,
      API_KEY: `${fixture.account.apiKeyId}:${fixture.account.apiKeySecret}`,
      FROM: fixture.account.from,
      GROUP: groupId,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const output = { text: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.text += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.text += chunk.toString()));
  const exitCode = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { output, exitCode };
}

async function untilTrue(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAtMs = performance.now() + 150_000;
  while (!(await isTrue())) {
    if (performance.now() > giveUpAtMs) throw new Error(`Waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function textsTo(phone: string): Promise<string[]> {
  const answer = await callApi(fixture.service, { path: `/_local/sent?to=${encodeURIComponent(phone)}` });
  return (answer.body as { messages: Array<{ body: string }> }).messages.map(({ body }) => body);
}

describe('the page of examples', () => {
  it('has shell commands that work one after the other', async () => {
    const { id, secret } = await addWebhook(receiver.url);
    await operate('webhook', 'test', '--account', fixture.account.accountId, '--endpoint', id);
    const webhook = receiver.received[0];
    if (!webhook) throw new Error('No webhook came');
    const header = (name: string) => String(webhook.headers[name]);
    const phone = randomPhone();
    const { output, exitCode } = run(
      'bash',
      ['-c', `set -euo pipefail\n${readExamples(process.cwd(), { ...API_EXAMPLES, language: 'sh' })}`],
      {
        PHONE: phone,
        WEBHOOK_SECRET: secret,
        WEBHOOK_ID: header('webhook-id'),
        WEBHOOK_TIMESTAMP: header('webhook-timestamp'),
        WEBHOOK_SIGNATURE: header('webhook-signature'),
        WEBHOOK_BODY: webhook.body,
      },
    );
    expect({ exitCode: await exitCode, output: output.text }).toEqual({
      exitCode: 0,
      output: expect.stringMatching(/"lastName":"Lovelace"[\s\S]*The signature is right\.\n$/) as string,
    });
    await untilTrue('the batch', async () => (await textsTo(phone)).includes('Your number is 1.'));
    expect(await textsTo(phone)).toContain('Hello Ada');
  });

  it('has shell commands that verify a webhook while two secrets are valid', async () => {
    const { id, secret: before } = await addWebhook(receiver.url);
    const rotate = ['webhook', 'rotate', '--account', fixture.account.accountId, '--endpoint', id];
    const { secret: after } = await operate<{ secret: string }>(...rotate);
    await operate('webhook', 'test', '--account', fixture.account.accountId, '--endpoint', id);
    const webhook = receiver.received.find(({ body }) => body.includes(`"endpoint":{"id":"${id}"`));
    if (!webhook) throw new Error('No webhook came');
    const script = readExamples(process.cwd(), { ...API_EXAMPLES, language: 'sh' });
    const verify = async (secret: string) => {
      const { output, exitCode } = run(
        'bash',
        ['-c', script.slice(script.indexOf('export WEBHOOK_SECRET'))],
        {
          WEBHOOK_SECRET: secret,
          WEBHOOK_ID: String(webhook.headers['webhook-id']),
          WEBHOOK_TIMESTAMP: String(webhook.headers['webhook-timestamp']),
          WEBHOOK_SIGNATURE: String(webhook.headers['webhook-signature']),
          WEBHOOK_BODY: webhook.body,
        },
      );
      return { exitCode: await exitCode, output: output.text };
    };
    const right = { exitCode: 0, output: 'The signature is right.\n' };

    expect([await verify(before), await verify(after)]).toEqual([right, right]);
    expect(await verify(`whsec_${'A'.repeat(43)}=`)).toEqual({ exitCode: 1, output: '' });
  });

  it('has TypeScript that compiles, works, and receives a webhook', async () => {
    expect(readFileSync(API_EXAMPLES.program, 'utf8')).toBe(exampleProgram(process.cwd(), API_EXAMPLES));
    const port = await freePort();
    const { secret } = await addWebhook(`http://127.0.0.1:${port}/hook`);
    const phone = randomPhone();
    const { output } = run(process.execPath, ['--import', 'tsx', API_EXAMPLES.program], {
      PHONE: phone,
      WEBHOOK_SECRET: secret,
      WEBHOOK_PORT: String(port),
    });
    await untilTrue(`the end of the examples:\n${output.text}`, () =>
      output.text.includes('/messaging/batch/brc_'),
    );
    await untilTrue('the batch', async () => (await textsTo(phone)).includes('Your number is 1.'));
    expect(output.text).toMatch(
      /Lovelace America\/New_York\n\[ 'News' \]\n\[[^\]]+\]\n(\d) \1 \{ notOptedIn: 0, hardOptedOut: 0 \}\n1 2\nsent/,
    );
    const left = await callApi(fixture.service, {
      account: fixture.account,
      method: 'DELETE',
      path: `/api/v1/contacts/by-phone/${phone}/groups/${groupId}`,
    });
    expect(left.status).toBe(200);
    await untilTrue('the webhook', () => output.text.includes(`${phone} MANUAL_REMOVAL`));
    expect(await textsTo(phone)).toContain('Hello Ada');
  });
});

describe('the page of examples in three languages', () => {
  /** Makes what the page takes for granted. */
  async function settings(): Promise<Record<string, string>> {
    const { accountId } = fixture.account;
    const TO = randomPhone();
    const { account, service } = fixture;
    const contact = `/api/v1/contacts/by-phone/${TO}`;
    await callApi(service, { account, method: 'POST', path: contact, body: {} });
    const enrol = { method: 'POST', body: { optInMode: 'DIRECT' } };
    await callApi(service, { account, path: `${contact}/groups/${await newGroup('News')}`, ...enrol });
    const field = ['--label', 'Topics', '--type', 'MULTI_SELECT', '--option', 'News,Offers'];
    await operate('field', 'create', '--account', accountId, ...field);
    return { TO, PHONE: randomPhone(), GROUP: await newGroup('Offers', 'DOUBLE') };
  }

  async function expectDone({ TO = '', PHONE = '', GROUP = '' }: Record<string, string>): Promise<void> {
    const { body } = await callApi(fixture.service, {
      account: fixture.account,
      path: `/api/v1/contacts/by-phone/${PHONE}`,
    });
    expect(body).toMatchObject({ customFields: { Topics: ['News'] }, pendingGroups: [{ id: GROUP }] });
    await untilTrue('the campaign', async () => (await textsTo(TO)).includes('We open at ten on Sunday.'));
    await untilTrue('the broadcast', async () => (await textsTo(TO)).includes('We open at nine.'));
    expect(await textsTo(TO)).toHaveLength(3);
  }

  beforeEach(async () => {
    fixture.account = await createApiAccount(fixture.service);
  });

  it('has shell commands that work', async () => {
    const values = await settings();
    const script = readExamples(process.cwd(), { ...CLIENT_EXAMPLES, language: 'sh' });
    const { output, exitCode } = run(
      'bash',
      ['-c', `set -euo pipefail\ncd "$(mktemp -d)"\n${script}`],
      values,
    );
    expect({ exitCode: await exitCode, output: output.text }).toEqual({
      exitCode: 0,
      output: expect.stringMatching(/"status":"completed"/) as string,
    });
    await expectDone(values);
  });

  it('has TypeScript that compiles and works', async () => {
    const values = await settings();
    expect(readFileSync(CLIENT_EXAMPLES.program, 'utf8')).toBe(
      exampleProgram(process.cwd(), CLIENT_EXAMPLES),
    );
    const { output, exitCode } = run(process.execPath, ['--import', 'tsx', CLIENT_EXAMPLES.program], values);
    expect({ exitCode: await exitCode, output: output.text }).toEqual({
      exitCode: 0,
      output: expect.stringMatching(/^msg_\w+ sent\nbrc_.*\bcompleted 1 0\n$/s) as string,
    });
    await expectDone(values);
  });
});
