import { HANDLERS } from '../../../functions/console/handlers';
import { OPERATOR_HANDLERS } from '../../../functions/console/operator';
import { handler as cancelJobs } from '../../../functions/http/cancel-jobs';
import { handler as listContacts } from '../../../functions/http/list-contacts';
import { handler as previewSegment } from '../../../functions/http/preview-segment';
import { createApiKey } from '../../../shared/accounts/api-keys';
import { byPath } from '../../../shared/http/by-path';
import { getPlatform } from '../../../shared/platform/platform';
import {
  callHandler,
  createTestAccount,
  type HandlerAnswer,
  type TestAccount,
} from '../../support/routes/call-handler';
import { createConsoleUser, type ConsoleUser } from '../../support/console/console-user';
import { createStandingClock } from '../../support/time/standing-clock';
import { useEngine } from '../../support/engines/engine';
import { onRoute } from '../../support/routes/on-route';

const cancelBatch = onRoute('cancelBatch', cancelJobs);

const engine = useEngine({ setsEnvironment: true });
let account: TestAccount;
let stolen: { id: string; authorization: string };
let admin: ConsoleUser;

beforeEach(async () => {
  // Not through the SDK, where 500 concurrent requests take most of their time.
  Object.assign(getPlatform(), { clock: createStandingClock(), table: engine.table });
  account = await createTestAccount(engine);
  stolen = await keyWith(['contacts:read']);
  admin = await userWith('admin');
});

const console = byPath([...HANDLERS, ...OPERATOR_HANDLERS]);
type Credentials = Pick<Parameters<typeof callHandler>[1], 'authorization' | 'headers'>;

const userWith = (role: 'admin' | 'viewer' | 'operator') =>
  createConsoleUser({ deps: getPlatform() }, { accountId: account.accountId, role });

async function keyWith(scopes: Array<'contacts:read' | 'messages:send'>) {
  const created = await createApiKey(getPlatform(), account.accountId, { scopes });
  if (!created) throw new Error('No account for the key');
  const { key, secret } = created;
  return {
    id: key.id,
    authorization: `Basic ${Buffer.from(`${key.id}:${secret}`).toString('base64')}`,
  };
}

const preview = ({ authorization, headers = {} }: Credentials) =>
  callHandler(previewSegment, { authorization, headers, body: { audience: { everyone: true } } });
const list = ({ authorization, headers = {} }: Credentials) =>
  callHandler(listContacts, { authorization, headers });
const cancelJob = ({ authorization, headers = {} }: Credentials) =>
  callHandler(cancelBatch, { authorization, headers, method: 'POST', pathParameters: { id: 'brc_1' } });
const ask = (method: string, path: string, options: { user?: ConsoleUser; body?: unknown } = {}) =>
  callHandler(console, {
    ...{ method, path: `/console/api/${path}`, body: options.body },
    headers: (options.user ?? admin).headers,
  });
const revoke = (keyId: string) => ask('POST', `keys/${keyId}/revoke`);

/** Sends 500 requests, half of them previews, half reads. */
const flood = (caller: Credentials) =>
  Promise.all(Array.from({ length: 500 }, (_, index) => (index % 2 === 0 ? preview : list)(caller)));
const codeOf = ({ body }: HandlerAnswer) => (body as { code?: number } | undefined)?.code;
const isLimited = (answer: HandlerAnswer) => codeOf(answer) === 33002;
const windowOf = ({ headers }: HandlerAnswer) => headers.ratelimit?.replace(/;t=\d+$/, '');

describe('the ways out (rules 8.1)', () => {
  it('answer among 500 previews and reads of a key at once, and when its windows are used up', async () => {
    const viewer = await userWith('viewer');
    const other = await keyWith(['contacts:read']);
    const flooded = flood(stolen);
    const during = await Promise.all([
      revoke(other.id),
      cancelJob(account),
      ask('POST', 'contacts/%2B12065550142/opt-out', { body: { source: 'kiosk' } }),
      ask('POST', `users/${viewer.userId}/sign-out`),
    ]);
    expect(during.map(({ status }) => status)).toEqual([200, 404, 200, 200]);
    const answers = await flooded;
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
    // Of 250 previews 60 are counted, of 250 reads 150.
    expect(answers.filter((answer) => !isLimited(answer))).toHaveLength(210);
    expect([await preview(stolen), await list(stolen)].map(codeOf)).toEqual([33002, 33002]);
    const after = [
      await ask('DELETE', `users/${viewer.userId}`),
      await cancelJob(account),
      await ask('POST', 'contacts/%2B12065550143/opt-out', { body: { source: 'kiosk' } }),
      await revoke(stolen.id),
    ];
    expect(after.map(({ status }) => status)).toEqual([204, 404, 200, 200]);
    expect((await preview(stolen)).status).toBe(401);
  });

  it('answer among 500 previews and reads of the same user at once, and when they have used up its window', async () => {
    const flooded = flood(admin);
    expect((await revoke(stolen.id)).status).toBe(200);
    const answers = await flooded;
    expect(answers.filter((answer) => !isLimited(answer))).toHaveLength(240);
    const limited = await ask('GET', 'keys');
    expect([codeOf(limited), limited.headers['ratelimit-policy']]).toEqual([33002, '"user";q=240;w=60']);
    const other = await keyWith(['contacts:read']);
    const revoked = await revoke(other.id);
    expect([revoked.status, windowOf(revoked)]).toEqual([200, '"stop";r=118']);
  });

  it('of a key are used up by what that key stops, and by nothing else', async () => {
    const other = await keyWith(['messages:send']);
    const answers = await Promise.all(Array.from({ length: 500 }, () => cancelJob(account)));
    expect(answers.filter((answer) => !isLimited(answer))).toHaveLength(120);
    expect(windowOf(await cancelJob(other))).toBe('"stop";r=119');
    expect(windowOf(await cancelJob(admin))).toBe('"stop";r=119');
  });

  it('above accounts have windows of their own', async () => {
    const operator = await userWith('operator');
    const answers = await Promise.all(
      Array.from({ length: 500 }, () => ask('GET', 'session', { user: operator })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(240);
    expect((await ask('GET', 'operator/users', { user: operator })).status).toBe(429);
    const signedOut = await ask('POST', 'operator/users/usr_none/sign-out', { user: operator });
    expect([signedOut.status, windowOf(signedOut)]).toEqual([404, '"stop";r=119']);
    expect(windowOf(await ask('GET', 'keys', { user: operator }))).toBe('"user";r=239');
  });
});
