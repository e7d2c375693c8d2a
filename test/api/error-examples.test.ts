import { ERROR_CASES } from '../../lib/reference/error-cases';
import { errorExample } from '../../lib/generate/openapi-responses';
import type { ErrorCode } from '../../shared/errors/error-codes';
import { expectSoon } from '../support/service/api-sending';
import { operate } from '../support/service/operate';
import { useSendingService } from '../support/service/sending-service';
import { callApi, randomPhone } from '../support/service/service';

const fixture = useSendingService();
const EXAMPLE = { to: '+12125550123', from: '+12065550100', group: 'grp_01KJMNEX00T8QGJ3Y6Z0RSC4VN' };

/** Values of the account in place of those that examples show. */
let values: typeof EXAMPLE;

const setAccount = (...settings: string[]) =>
  operate('account', 'set', '--account', fixture.account.accountId, ...settings);
const contact = () => ask({ method: 'POST', path: `/api/v1/contacts/by-phone/${values.to}`, body: {} });
const group = async (name = 'Customers') => {
  const { accountId } = fixture.account;
  const type = ['--opt-in-type', 'DOUBLE'];
  return operate<{ id: string }>('group', 'create', '--account', accountId, '--name', name, ...type);
};
const enrollable = async () => {
  await contact();
  values.group = (await group()).id;
};
const member = () => fixture.sending.optIn([values.to]);
const optedOut = async () => {
  await member();
  await fixture.sending.say(values.to, 'STOP');
  await expectSoon(async () => {
    const dryRun = { to: values.to, body: 'Hello', dryRun: true };
    expect((await fixture.sending.post('message', dryRun)).status).toBe(400);
  });
};

/** Steps before the request of each example; absent: it is not run here, for what it needs is a state of the whole service. */
const STEPS: Partial<Record<ErrorCode, () => Promise<unknown>>> = {
  33001: async () => {},
  33002: async () => {
    await setAccount('--rate-limit', 'message=1');
    await ask(ERROR_CASES[33002].request);
  },
  33003: async () => {},
  33004: async () => {},
  33009: async () => {
    const { accountId, from } = fixture.account;
    await operate('number', 'set', '--account', accountId, '--number', from, '--status', 'Inactive');
  },
  33012: async () => {
    const { body } = ofAccount(ERROR_CASES[33012].request) as { body: { recipients: Array<{ to: string }> } };
    await fixture.sending.optIn(body.recipients.map(({ to }) => to));
    await setAccount('--daily-quota', '10');
    await ask(ERROR_CASES[33012].request);
  },
  33016: member,
  33019: member,
  33023: async () => {
    await member();
    await setAccount('--sms-credits', '1');
  },
  33024: async () => {},
  33028: contact,
  33029: optedOut,
  33030: async () => {},
  33031: async () => {},
  33033: contact,
  33034: async () => {},
  33035: async () => {
    await optedOut();
    values.group = (await group()).id;
  },
  33036: async () => {
    await enrollable();
    const path = `/api/v1/contacts/by-phone/${values.to}/groups/${(await group('Others')).id}`;
    await ask({ method: 'POST', path, body: { optInMode: 'CONFIRM' } });
  },
  33037: contact,
  33038: enrollable,
  33100: async () => {},
  33101: async () => {},
  33102: async () => {},
  33105: async () => {},
  33106: async () => {},
  33107: async () => {},
  33109: async () => {
    await enrollable();
    for (const _ of [1, 2, 3]) {
      await ask(ERROR_CASES[33109].request);
      await ask({ method: 'DELETE', path: ERROR_CASES[33109].request.path });
    }
  },
  33110: async () => {},
  33112: async () => {
    const { accountId } = fixture.account;
    const scope = ['--name', 'Reader', '--scope', 'contacts:read'];
    const key = await operate<{ id: string; secret: string }>(
      'key',
      'create',
      '--account',
      accountId,
      ...scope,
    );
    fixture.account = { ...fixture.account, apiKeyId: key.id, apiKeySecret: key.secret };
  },
};

/** Puts the values of the account in place of those of an example, in any part of it. */
function ofAccount<T>(part: T): T {
  const text = JSON.stringify(part)
    .replaceAll(EXAMPLE.to, values.to)
    .replaceAll(EXAMPLE.from, values.from)
    .replaceAll(EXAMPLE.group, values.group);
  return JSON.parse(text) as T;
}

function ask({ method, path, headers = {}, body }: (typeof ERROR_CASES)[ErrorCode]['request']) {
  const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return callApi(fixture.service, {
    account: fixture.account,
    method,
    headers: Object.fromEntries(lowerCase),
    ...ofAccount({ path, ...(body !== undefined && { body }) }),
  });
}

describe('rules 7: the examples of error codes', () => {
  beforeEach(() => {
    values = { ...EXAMPLE, to: randomPhone(), from: fixture.account.from };
  });

  it.each(Object.keys(STEPS).map(Number) as ErrorCode[])('gets %s as the page shows it', async (code) => {
    await STEPS[code]?.();
    const { request, answerHeaders = {} } = ERROR_CASES[code];
    const { status, headers, body } = await ask(request);
    const { details, ...example } = errorExample(code);
    const moreInfo = example.moreInfo.replace('https://messaging.example.com', fixture.service.baseUrl);
    expect({ status, body }).toEqual({
      status: example.status,
      body: { ...example, moreInfo, ...(details && { details: ofAccount(details) }) },
    });
    // How long to wait depends on the moment.
    const shown = Object.keys(answerHeaders).map((name) => [
      name,
      headers.get(name)?.replace(/^\d+$/, 'seconds'),
    ]);
    const seconds = Object.entries(answerHeaders).map(([name, value]) => [
      name,
      value.replace(/^\d+$/, 'seconds'),
    ]);
    expect(shown).toEqual(seconds);
  });
});
