import { accountSidOf } from '../../../../shared/twilio/sids';
import { useOperator } from './operator-fixture';

const operator = useOperator();
let accountId: string;

interface Shown {
  twilio?: { accountSid: string; endpointId: string; inboundUrl?: string };
  authToken?: string;
}

beforeEach(async () => {
  operator.describeService({ environment: { WEBHOOK_KEY: 'a key for tests', LOCAL_SERVICE: '1' } });
  accountId = await operator.createAccount();
});

const set = (...options: string[]) =>
  operator.json<Shown>('account', 'set', '--account', accountId, ...options);
const show = () => operator.json<Shown>('account', 'show', '--account', accountId);
const keys = () => operator.json<Array<Record<string, unknown>>>('key', 'list', '--account', accountId);

describe('account set --twilio', () => {
  it('on prints the AccountSid and the auth token, once, which is a key with the scopes of messages', async () => {
    const { twilio, authToken } = await set('--twilio', 'on');

    expect(twilio).toEqual({
      accountSid: accountSidOf(accountId),
      endpointId: expect.stringMatching(/^end_/) as string,
    });
    expect(authToken).toMatch(/^[\w-]{43}$/);
    expect(await show()).toEqual(expect.objectContaining({ twilio }));
    expect((await show()).authToken).toBeUndefined();
    expect(await keys()).toMatchObject([{ name: 'Twilio', scopes: ['messages:send', 'messages:read'] }]);
    expect((await set('--twilio', 'on')).authToken).toBeUndefined();
    expect(await keys()).toHaveLength(1);
  });

  it('stores no auth token in clear', async () => {
    const { authToken = '' } = await set('--twilio', 'on');
    expect(JSON.stringify(await operator.scan())).not.toContain(authToken);
  });

  it('tells people what the token is for', async () => {
    const { stdout } = await operator.run('account', 'set', '--account', accountId, '--twilio', 'on');
    expect(stdout).toMatch(/Twilio +│ AC[0-9a-f]{32} /);
    expect(stdout).toMatch(/Twilio auth token +│ [\w-]{43} /);
    expect(stdout).toContain('The auth token is not shown again.');
  });

  it('off revokes the token and removes the endpoint; on again makes others', async () => {
    const { twilio } = await set('--twilio', 'on');
    expect((await set('--twilio', 'off')).twilio).toBeUndefined();
    expect(await keys()).toMatchObject([{ revokedAt: expect.any(String) as string }]);
    expect(JSON.stringify(await operator.scan())).not.toContain(`ENDPOINT#${twilio?.endpointId}`);
    expect((await set('--twilio', 'on')).twilio?.endpointId).not.toBe(twilio?.endpointId);
  });

  it('has an endpoint that "webhook" neither lists nor changes', async () => {
    const { twilio } = await set('--twilio', 'on');
    const of = ['--account', accountId];
    expect(await operator.json('webhook', 'list', ...of)).toEqual([]);
    for (const verb of ['rotate', 'remove']) {
      const yes = verb === 'remove' ? ['--yes'] : [];
      const outcome = await operator.run(
        'webhook',
        verb,
        ...of,
        '--endpoint',
        twilio?.endpointId ?? '',
        ...yes,
      );
      expect(outcome.stderr).toContain('has no endpoint');
    }
    expect(await operator.json('webhook', 'failures', ...of, '--endpoint', twilio?.endpointId ?? '')).toEqual(
      [],
    );
  });

  it('ends when the account is closed', async () => {
    await set('--twilio', 'on');
    await operator.json('account', 'close', '--account', accountId, '--yes');
    expect(await keys()).toMatchObject([{ revokedAt: expect.any(String) as string }]);
    const items = await operator.scan();
    expect(items.find(({ form, accountId: of }) => form === 'twilio' && of === accountId)).toMatchObject({
      status: 'disabled',
    });
  });
});

describe('account set --twilio-inbound-url', () => {
  it('names the address for texts from phones, and takes it back', async () => {
    const on = await set('--twilio', 'on', '--twilio-inbound-url', 'https://hooks.example.com/sms');
    expect(on.twilio?.inboundUrl).toBe('https://hooks.example.com/sms');
    expect((await set('--twilio-inbound-url', 'https://a.example.com')).twilio?.inboundUrl).toBe(
      'https://a.example.com/',
    );
    expect((await set('--twilio-inbound-url', '')).twilio?.inboundUrl).toBeUndefined();
  });

  it.each([
    ['--twilio-inbound-url', 'https://a.example.com'],
    ['--twilio', 'off', '--twilio-inbound-url', 'https://a.example.com'],
  ])('is refused while Twilio is off: %s %s', async (...options) => {
    const outcome = await operator.run('account', 'set', '--account', accountId, ...options);
    expect(outcome).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('--twilio-inbound-url needs --twilio on.') as string,
    });
  });

  it.each(['nowhere', 'https://10.0.0.1/', 'ftp://a.example.com', 'https://u:p@a.example.com'])(
    'refuses %s',
    async (url) => {
      await set('--twilio', 'on');
      const options = ['--account', accountId, '--twilio-inbound-url', url];
      expect(await operator.run('account', 'set', ...options)).toMatchObject({ exitCode: 1 });
      expect((await show()).twilio?.inboundUrl).toBeUndefined();
    },
  );
});
