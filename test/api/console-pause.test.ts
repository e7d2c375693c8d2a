import { updateExpression } from '../../shared/platform/store/expressions';
import { accountKey } from '../../shared/platform/store/keys';
import { outageItem } from '../../shared/holds/outage';
import type { Role } from '../../shared/users/role';
import { createConsoleUser, type ConsoleUser } from '../support/console/console-user';
import { useSendingService } from '../support/service/sending-service';
import { type ApiAnswer, callApi, createApiAccount } from '../support/service/service';

const fixture = useSendingService({ smsCredits: 100 });
const { sending } = fixture;
let admin: ConsoleUser;
let to: string;
const TIME = expect.stringMatching(/^\d{4}-.*Z$/) as string;

const userWith = (role: Role | 'operator') =>
  createConsoleUser(fixture.service, { accountId: fixture.account.accountId, role });
const call = (method: string, path: string, body?: unknown, user: Pick<ConsoleUser, 'headers'> = admin) =>
  callApi(fixture.service, { method, path: `/console/api/${path}`, headers: user.headers, body });
const refusalOf = ({ status, body }: ApiAnswer) => [status, (body as { code?: number }).code];
const pointersOf = ({ body }: ApiAnswer) =>
  (body as { details: { errors: Array<{ pointer: string }> } }).details.errors.map(({ pointer }) => pointer);
const holds = async () => ((await call('GET', 'sending')).body as { results: unknown[] }).results;
const numberPath = (verb: string) => `numbers/${encodeURIComponent(fixture.account.from)}/${verb}`;
const send = () => sending.post('message', { to, body: 'Hello' });

beforeEach(async () => {
  admin = await userWith('admin');
  [to = ''] = sending.phones(1);
  await sending.optIn([to]);
});

describe('E8.4: a pause of the account by the console', () => {
  it('refuses sends until it ends, and is listed with its reason', async () => {
    expect(await holds()).toEqual([]);
    const paused = await call('POST', 'sending/pause', { reason: 'Wrong text' });
    expect([paused.status, paused.body]).toEqual([
      200,
      { isPaused: true, since: TIME, comment: 'Wrong text' },
    ]);
    const { since } = paused.body as { since: string };
    expect(await holds()).toEqual([{ scope: 'account', reason: 'paused', since, comment: 'Wrong text' }]);
    const refused = await send();
    expect(refusalOf(refused)).toEqual([503, 33117]);
    expect(refused.body).toMatchObject({ message: 'Sending is paused for the account.' });

    const resumed = await call('POST', 'sending/resume');
    expect([resumed.status, resumed.body]).toEqual([200, { isPaused: false }]);
    expect(await holds()).toEqual([]);
    expect((await send()).status).toBe(201);
  });

  it('stays as it is when it is repeated, and so does its end', async () => {
    const first = await call('POST', 'sending/pause', { reason: 'First' });
    const again = await call('POST', 'sending/pause', { reason: 'Second' });
    expect([again.status, again.body]).toEqual([200, first.body]);
    for (let time = 0; time < 2; time++) {
      const { status, body } = await call('POST', 'sending/resume', {});
      expect([status, body]).toEqual([200, { isPaused: false }]);
    }
  });

  it('takes a reason of up to 200 characters, or none', async () => {
    const pause = (body: object) => call('POST', 'sending/pause', body);
    expect(pointersOf(await pause({ reason: 'a'.repeat(201) }))).toEqual(['/reason']);
    expect(pointersOf(await pause({ reason: '' }))).toEqual(['/reason']);
    expect(pointersOf(await pause({ reason: 7 }))).toEqual(['/reason']);
    expect(pointersOf(await pause({ until: 'tomorrow' }))).toEqual(['/until']);
    expect(await holds()).toEqual([]);
    expect((await pause({ reason: 'a'.repeat(200) })).body).toMatchObject({ comment: 'a'.repeat(200) });
    await call('POST', 'sending/resume');
    expect((await pause({})).body).toEqual({ isPaused: true, since: TIME });
  });
});

describe('E8.4: a pause of a number by the console', () => {
  it('refuses sends from it, and is listed', async () => {
    const { from } = fixture.account;
    const { body } = await call('POST', numberPath('pause'), { reason: 'Registration' });
    expect(body).toEqual({ isPaused: true, since: TIME, comment: 'Registration' });
    const { since } = body as { since: string };
    const hold = { scope: 'number', number: from, reason: 'paused', since, comment: 'Registration' };
    expect(await holds()).toEqual([hold]);
    expect(refusalOf(await send())).toEqual([503, 33117]);
    // The list of numbers is as it was.
    const numbers = await call('GET', 'numbers');
    expect([numbers.status, numbers.body]).toEqual([
      200,
      { results: [{ number: from, status: 'Active', isDefault: false, createdAt: TIME }] },
    ]);
    expect((await call('POST', numberPath('resume'))).body).toEqual({ isPaused: false });
    expect((await send()).status).toBe(201);
  });

  it('is refused for a number of another account, and for one that does not exist', async () => {
    const other = await createApiAccount(fixture.service);
    for (const number of [other.from, '+12065550142', 'none']) {
      for (const verb of ['pause', 'resume']) {
        const answer = await call('POST', `numbers/${encodeURIComponent(number)}/${verb}`, {});
        expect([number, verb, ...refusalOf(answer)]).toEqual([number, verb, 404, 33110]);
      }
    }
  });
});

describe('E8: what keeps texts waiting', () => {
  it('has the outage of a number beside the pauses, and no other account’s', async () => {
    const { accountId, from } = fixture.account;
    const openSince = '2026-03-01T12:00:00.000Z';
    const breaker = { recent: '', openSince, probeAt: '2099-01-01T00:00:00.000Z', probes: 1 };
    await fixture.service.deps.table.put({
      Item: outageItem.item({ accountId, number: from }, { revision: 1, breaker }),
    });
    await call('POST', 'sending/pause', {});
    const viewer = await userWith('viewer');
    const { body } = await call('GET', 'sending', undefined, viewer);
    expect(body).toEqual({
      results: [
        { scope: 'account', reason: 'paused', since: TIME },
        { scope: 'number', number: from, reason: 'provider', since: openSince },
      ],
    });
    const other = await createApiAccount(fixture.service);
    const foreign = { headers: { ...viewer.headers, 'x-account': other.accountId } };
    expect(refusalOf(await call('GET', 'sending', undefined, foreign))).toEqual([403, 33112]);
  });
});

describe('E8.4: who may pause', () => {
  it('administrators of the account and operators, and nobody else', async () => {
    for (const role of ['viewer', 'editor', 'sender'] as const) {
      const user = await userWith(role);
      for (const path of ['sending/pause', 'sending/resume', numberPath('pause'), numberPath('resume')]) {
        expect([role, path, ...refusalOf(await call('POST', path, {}, user))]).toEqual([
          role,
          path,
          403,
          33112,
        ]);
      }
    }
    const other = await createApiAccount(fixture.service);
    const foreign = { headers: { ...admin.headers, 'x-account': other.accountId } };
    expect(refusalOf(await call('POST', 'sending/pause', {}, foreign))).toEqual([403, 33112]);
    const operator = await createConsoleUser(fixture.service, {
      accountId: other.accountId,
      role: 'operator',
    });
    const ofOurs = { headers: { ...operator.headers, 'x-account': fixture.account.accountId } };
    // An operator's pause is ended by an operator only.
    for (const { pause, resume } of [
      { pause: 'sending/pause', resume: 'sending/resume' },
      { pause: numberPath('pause'), resume: numberPath('resume') },
    ]) {
      expect((await call('POST', pause, {}, ofOurs)).body).toMatchObject({ isPaused: true });
      expect(await holds()).toMatchObject([{ reason: 'paused', isByOperator: true }]);
      expect((await call('POST', pause, {})).body).toMatchObject({ isPaused: true, isByOperator: true });
      expect(refusalOf(await call('POST', resume))).toEqual([403, 33118]);
      expect((await call('POST', resume, undefined, ofOurs)).body).toEqual({ isPaused: false });
    }
  });

  it('not in an account that is closed', async () => {
    await fixture.service.deps.table.update({
      Key: accountKey(fixture.account.accountId),
      ...updateExpression({ set: { closedAt: '2026-03-01T12:00:00.000Z' } }),
    });
    expect(refusalOf(await call('POST', 'sending/pause', {}))).toEqual([403, 33112]);
  });
});

describe('8.1: pausing', () => {
  it('has the bucket for stopping, so that no other request uses it up, and resuming has the usual one', async () => {
    const bucketOf = ({ headers }: ApiAnswer) => headers.get('ratelimit')?.split(';')[0];
    const paths = ['sending/pause', numberPath('pause'), 'sending/resume', numberPath('resume')];
    const answers = [];
    for (const path of paths) answers.push(await call('POST', path, {}));
    expect(answers.map(bucketOf)).toEqual(['"stop"', '"stop"', '"user"', '"user"']);
  });
});
