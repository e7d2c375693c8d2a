import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectSoon, type Sent } from '../support/service/api-sending';
import { operate } from '../support/service/operate';
import { runScript } from '../support/run/run-script';
import {
  type ApiAccount,
  callApi,
  connectToService,
  createApiAccount,
  randomPhone,
  type TestService,
} from '../support/service/service';
import { SERVICE_DATA_DIR, startService, type StartedService } from '../support/service/start-service';
import {
  startWebhookReceiver,
  verifyWebhook,
  type WebhookReceiver,
} from '../support/webhooks/webhook-receiver';

jest.setTimeout(600_000);

const DAY_SECONDS = 24 * 60 * 60;

/** Deployment, as its operator and its clients see it. */
interface Deployment {
  service: TestService;
  dataDir: string;
  started?: StartedService;
}

interface Endpoint {
  id: string;
  status: string;
}

let from: Deployment;
let to: Deployment;
let receiver: WebhookReceiver;
let folder: string;
let account: ApiAccount;
let of: string[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'move-account-'));
  receiver = await startWebhookReceiver();
  const sharedDataDir = process.env[SERVICE_DATA_DIR] ?? '';
  from = { service: connectToService(), dataDir: sharedDataDir };
  const started = await startService(['--in-memory'], { hasOwnTable: true });
  process.env[SERVICE_DATA_DIR] = started.dataDir;
  to = { service: connectToService(), dataDir: started.dataDir, started };
  process.env[SERVICE_DATA_DIR] = sharedDataDir;
  account = await createApiAccount(from.service, { smsCredits: 900, mmsCredits: 5, silentOptIn: true });
  of = ['--account', account.accountId];
});
afterAll(async () => {
  from.service.close();
  to.service.close();
  await Promise.all([to.started?.stop(), receiver.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Runs an operator command in one of the deployments. A process has one deployment's keys, this one those of `from`.
 */
async function operateIn<T = { id: string; secret: string }>(where: Deployment, ...argv: string[]) {
  if (where === from) return operate<T>(...argv);
  const { exitCode, stdout, stderr } = await runScript('bin/operator.ts', [...argv, '--json'], {
    ...process.env,
    DATA_DIR: where.dataDir,
  });
  if (exitCode !== 0) throw new Error(`${argv.join(' ')}: ${stderr}`);
  return JSON.parse(stdout) as T;
}

async function call<Body = { id: string }>(where: Deployment, method: string, path: string, body?: unknown) {
  const answer = await callApi(where.service, { account, method, path: `/api/v1/${path}`, body });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body as Body;
}

const contactPath = (phone: string) => `contacts/by-phone/${encodeURIComponent(phone)}`;
const send = (where: Deployment, phone: string, idempotencyKey: string) =>
  callApi(where.service, {
    account,
    method: 'POST',
    path: '/api/v1/messaging/message',
    body: { to: phone, from: account.from, body: 'Hi {{contact_first_name}}', idempotencyKey },
  });

/** Returns the texts that a deployment's provider took for the phones from the account, in any order. */
async function taken({ service }: Deployment, phones: string[]): Promise<string[]> {
  const all: Sent[] = [];
  for (const phone of phones) {
    const { body } = await callApi(service, { path: `/_local/sent?to=${encodeURIComponent(phone)}` });
    all.push(...(body as { messages: Sent[] }).messages);
  }
  return all
    .filter((text) => text.from === account.from)
    .map((text) => `${text.to} ${text.body}`)
    .sort();
}

/** @returns the API's answers with all data of the account, and its balances */
async function readAll(where: Deployment, paths: string[]) {
  const answers = [];
  for (const path of paths) {
    const body = await call<object>(where, 'GET', path);
    // Cursors differ at each reading.
    answers.push({ path, body: { ...body, nextCursor: undefined } });
  }
  const shown = await operateIn<{ credits: object; freeTexts: number }>(where, 'account', 'show', ...of);
  return { answers, credits: shown.credits, freeTexts: shown.freeTexts };
}

/** Moves the clock of a deployment by days, and lets its timer run. */
async function letDaysPass({ service }: Deployment, days: number): Promise<void> {
  const body = { advanceSeconds: days * DAY_SECONDS };
  expect((await callApi(service, { method: 'POST', path: '/_local/clock', body })).status).toBe(200);
}

it('moves an account to another deployment, which goes on where the first one ended', async () => {
  const phones = Array.from({ length: 104 }, randomPhone);
  const [ada = '', stopped = '', pending = ''] = phones;

  // An account that uses every feature.
  await operateIn(from, 'field', 'create', ...of, '--label', 'Size', '--type', 'TEXT');
  const plan = [...of, '--label', 'Plan'];
  await operateIn(from, 'field', 'create', ...plan, '--type', 'SINGLE_SELECT', '--option', 'Gold');
  const { id: groupId } = await operateIn(
    from,
    ...['group', 'create', ...of, '--name', 'News', '--opt-in-type', 'DOUBLE'],
  );
  await operateIn(from, 'account', 'link-domain', 'add', ...of, '--domain', 'go.example.com');
  await operateIn(
    from,
    'link',
    'add',
    ...of,
    '--link',
    'go.example.com/spring',
    '--url',
    'https://example.com/s',
  );
  await operateIn(from, 'webhook', 'add', ...of, '--url', receiver.url);
  const [endpoint] = await operateIn<Endpoint[]>(from, 'webhook', 'list', ...of);
  const contacts = join(folder, 'contacts.csv');
  const members = phones.filter((phone) => phone !== pending);
  writeFileSync(contacts, `Phone,First Name,Size\n${members.map((phone) => `${phone},Ada,M\n`).join('')}`);
  const enrolment = ['--group', groupId, '--consent-basis', 'Signed.'];
  await operateIn(from, 'contact', 'import', ...of, ...enrolment, '--file', contacts);
  await call(from, 'POST', contactPath(pending), {
    ...{ firstName: 'Ada', customFields: { Size: 'M', Plan: 'Gold' } },
  });
  await call(from, 'POST', `${contactPath(pending)}/groups/${groupId}`, { optInMode: 'CONFIRM' });
  await callApi(from.service, {
    ...{ method: 'POST', path: '/_local/inbound' },
    body: { from: stopped, to: account.from, body: 'STOP' },
  });
  const filter = { field: 'customFields.Size', op: 'equals', value: 'm' };
  const segment = await call(from, 'POST', 'segments', { name: 'M', audience: { filter } });
  const ofPlan = { field: 'customFields.Plan', op: 'equals', value: 'Gold' };
  const gold = await call(from, 'POST', 'segments', { name: 'Gold', audience: { filter: ofPlan } });
  await operateIn(from, 'field', 'set', ...plan, '--option-rename', 'Gold=Premium', '--option-add', 'Gold');
  const message = (await send(from, ada, 'before')).body as { id: string };
  const job = {
    ...{ from: account.from, body: 'Hello', idempotencyKey: 'job' },
    recipients: phones.slice(3).map((phone) => ({ to: phone })),
  };
  const broadcast = await call(from, 'POST', 'messaging/broadcast', job);
  const campaign = {
    from: account.from,
    body: 'Spring',
    purpose: 'informational',
    audience: { groups: [groupId] },
  };
  const ran = await call(from, 'POST', 'campaigns', { ...campaign, name: 'Ran', launch: true });
  const draft = await call(from, 'POST', 'campaigns', { ...campaign, name: 'Draft' });
  const at = new Date(Date.now() + 2 * DAY_SECONDS * 1000).toISOString();
  const scheduled = await call(from, 'POST', 'campaigns', {
    ...campaign,
    ...{ name: 'Scheduled', body: 'Scheduled', schedule: { at }, launch: true },
  });
  for (const path of [`messaging/broadcast/${broadcast.id}`, `campaigns/${ran.id}`]) {
    await expectSoon(async () =>
      expect(await call(from, 'GET', path)).toMatchObject({ status: 'completed' }),
    );
  }
  await expectSoon(async () =>
    expect(await call(from, 'GET', contactPath(stopped))).toMatchObject({ groups: [] }),
  );

  // Scheduled messages would be sent by one of the two, or not at all, so no file with them is accepted.
  const file = join(folder, 'account.jsonl');
  const exportAccount = () =>
    operateIn<{ underWay: object }>(from, 'account', 'export', ...of, '--file', file);
  await expectSoon(async () => expect((await exportAccount()).underWay).toEqual({ campaign: 1 }));
  await expect(operateIn(to, 'account', 'import', '--file', file)).rejects.toThrow(/under way/);
  await call(from, 'POST', `campaigns/${scheduled.id}/cancel`);

  const paths = [
    ...[ada, stopped, pending].map(contactPath),
    ...['groups', 'contacts/custom-fields/schema', 'segments', `segments/${segment.id}`, 'campaigns'],
    ...[ran, draft, scheduled].map(({ id }) => `campaigns/${id}`),
    ...[`campaigns/${ran.id}/recipients?limit=100`, `messaging/message/${message.id}`],
    ...['', '/recipients?limit=100'].map((rest) => `messaging/broadcast/${broadcast.id}${rest}`),
  ];
  await operateIn(from, 'account', 'set', ...of, '--free-texts', '77');
  const before = await readAll(from, paths);
  expect(before.freeTexts).toBe(77);
  expect(before.answers).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        body: expect.objectContaining({ customFields: { Size: 'M', Plan: 'Premium' } }) as object,
      }),
    ]),
  );
  const sentBefore = await taken(from, phones);
  expect(sentBefore.length).toBeGreaterThan(200);

  // As in the operations guide.
  const keys = await operateIn<Array<{ id: string }>>(from, 'key', 'list', ...of);
  for (const { id } of keys) await operateIn(from, 'key', 'revoke', ...of, '--key', id, '--yes');
  await operateIn(from, 'number', 'set', ...of, '--number', account.from, '--status', 'Inactive');
  await expectSoon(async () => expect((await exportAccount()).underWay).toEqual({}));
  await operateIn(to, 'account', 'import', '--file', file);

  // No key of the first deployment opens the second.
  const denied = await callApi(to.service, { account, path: '/api/v1/groups' });
  expect(denied.status).toBe(401);
  const key = await operateIn(to, 'key', 'create', ...of);
  account = { ...account, apiKeyId: key.id, apiKeySecret: key.secret };
  expect(await readAll(to, paths)).toEqual(before);
  expect(await call(to, 'POST', 'segments/preview', { segmentId: gold.id })).toMatchObject({ matched: 1 });
  await operateIn(to, 'number', 'set', ...of, '--number', account.from, '--status', 'Active');
  // Earlier keys are known, of single texts and of jobs.
  const repeated = await send(to, ada, 'before');
  expect(repeated.headers.get('idempotent-replayed')).toBe('true');
  expect(repeated.body).toMatchObject({ id: message.id });
  expect((await call(to, 'POST', 'messaging/broadcast', job)).id).toBe(broadcast.id);

  // Days later neither has sent any earlier message: neither cancelled ones, nor sent ones.
  await letDaysPass(to, 3);
  const [moved] = await operateIn<Endpoint[]>(to, 'webhook', 'list', ...of);
  expect([endpoint?.status, moved?.status, moved?.id]).toEqual(['enabled', 'disabled', endpoint?.id]);
  const which = [...of, '--endpoint', moved?.id ?? ''];
  const { secret } = await operateIn(to, 'webhook', 'rotate', ...which);
  await operateIn(to, 'webhook', 'enable', ...which);
  receiver.received.length = 0;

  // It continues: a STOP still counts, and a new text is sent, by this deployment alone.
  expect((await send(to, stopped, 'after-stop')).body).toMatchObject({ code: 33029 });
  const next = await send(to, ada, 'after');
  expect(next.body).toMatchObject({ status: 'sent', body: 'Hi Ada' });
  const { id: campaignId } = await call(to, 'POST', 'campaigns', {
    ...campaign,
    ...{ name: 'Segment', audience: { segmentId: segment.id }, launch: true },
  });
  await expectSoon(async () =>
    expect(await call(to, 'GET', `campaigns/${campaignId}`)).toMatchObject({
      status: 'completed',
      counts: { sent: 102 },
    }),
  );
  await expectSoon(async () => {
    const events = receiver.received.map((webhook) => verifyWebhook(webhook, secret));
    expect(events).toContainEqual(expect.objectContaining({ type: 'messaging.campaign.completed' }));
  });
  const others = phones.filter((phone) => phone !== stopped && phone !== pending);
  expect(await taken(to, phones)).toEqual(
    [`${ada} Hi Ada`, ...others.map((phone) => `${phone} Spring`)].sort(),
  );
  expect(await taken(from, phones)).toEqual(sentBefore);
});
