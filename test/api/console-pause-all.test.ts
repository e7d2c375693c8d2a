import { createConsoleUser, type ConsoleUser } from '../support/console/console-user';
import { type OwnService, startOwnService } from '../support/service/own-service';
import { type ApiAccount, type ApiAnswer, callApi, createApiAccount } from '../support/service/service';

/** Service of its own: a pause of all accounts would refuse the sends of other tests. */
let service: OwnService;
let account: ApiAccount;
let operator: ConsoleUser;
const TIME = expect.stringMatching(/^\d{4}-.*Z$/) as string;

beforeAll(async () => {
  service = await startOwnService();
  account = await createApiAccount(service, { smsCredits: 10 });
  operator = await createConsoleUser(service, { accountId: account.accountId, role: 'operator' });
});

afterAll(() => service.stop());

const call = (method: string, path: string, body?: unknown, user = operator) =>
  callApi(service, { method, path: `/console/api/${path}`, headers: user.headers, body });
const codeOf = ({ status, body }: ApiAnswer) => [status, (body as { code?: number }).code];
const resultsOf = ({ body }: ApiAnswer) => (body as { results: unknown[] }).results;
const send = () =>
  callApi(service, {
    ...{ account, method: 'POST', path: '/api/v1/messaging/message' },
    body: { from: account.from, to: '+12065550142', body: 'Hello' },
  });

describe('E8.4: a pause of all accounts by the console', () => {
  it('is for operators, and says that it is meant', async () => {
    const admin = await createConsoleUser(service, { accountId: account.accountId, role: 'admin' });
    for (const verb of ['pause', 'resume']) {
      const answer = await call('POST', `operator/sending/${verb}`, { everyone: true }, admin);
      expect(codeOf(answer)).toEqual([403, 33112]);
    }
    expect(codeOf(await call('GET', 'operator/sending', undefined, admin))).toEqual([403, 33112]);
    for (const body of [{}, { everyone: false }, { everyone: true, reason: 'a'.repeat(201) }]) {
      expect(codeOf(await call('POST', 'operator/sending/pause', body))).toEqual([400, 33100]);
    }
    expect(resultsOf(await call('GET', 'operator/sending'))).toEqual([]);
  });

  it('refuses sends of every account until it ends, and each account sees it', async () => {
    const body = { everyone: true, reason: 'Incident' };
    const paused = await call('POST', 'operator/sending/pause', body);
    const pause = { isPaused: true, since: TIME, comment: 'Incident', isByOperator: true };
    expect([paused.status, paused.body]).toEqual([200, pause]);
    const again = await call('POST', 'operator/sending/pause', { everyone: true });
    expect(again.body).toEqual(paused.body);
    const { since } = paused.body as { since: string };
    const hold = { scope: 'service', reason: 'paused', since, comment: 'Incident', isByOperator: true };
    expect(resultsOf(await call('GET', 'operator/sending'))).toEqual([hold]);
    expect(resultsOf(await call('GET', 'sending'))).toEqual([hold]);
    const refused = await send();
    expect([...codeOf(refused), refused.headers.get('retry-after')]).toEqual([503, 33117, '60']);

    for (let time = 0; time < 2; time++) {
      const resumed = await call('POST', 'operator/sending/resume');
      expect([resumed.status, resumed.body]).toEqual([200, { isPaused: false }]);
    }
    expect(resultsOf(await call('GET', 'operator/sending'))).toEqual([]);
    expect(codeOf(await send())).not.toEqual([503, 33117]);
  });

  it('is in the log of the service, once, with its reason', async () => {
    const { body } = await call('GET', 'operator/audit');
    const entries = (body as { results: Array<{ action: string }> }).results;
    const of = (name: string) => entries.filter(({ action }) => action === name);
    const actor = { type: 'user', id: operator.userId, email: operator.email };
    const target = { type: 'service', id: 'sending' };
    const changes = [{ what: 'reason', to: 'Incident' }];
    expect(of('pauseAllSending')).toMatchObject([{ actor, channel: 'console', target, changes }]);
    expect(of('resumeAllSending')).toMatchObject([{ actor, channel: 'console', target }]);
  });
});
