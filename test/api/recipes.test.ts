import { readFileSync } from 'node:fs';
import { Webhook } from 'standardwebhooks';
import { exampleProgram, RECIPES } from '../../lib/generate/api-examples';
import { expectSoon } from '../support/service/api-sending';
import { operate } from '../support/service/operate';
import { useSendingService } from '../support/service/sending-service';
import { callApi, randomPhone } from '../support/service/service';

const fixture = useSendingService({}, { account: 'ofFile' });
const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

/** Decryption of Cognito's codes, without KMS: the code comes in base64 alone. */
jest.mock(
  '@aws-crypto/client-node',
  () => ({
    CommitmentPolicy: {},
    KmsKeyringNode: class {},
    buildClient: () => ({ decrypt: (_: unknown, plaintext: Buffer) => Promise.resolve({ plaintext }) }),
  }),
  { virtual: true },
);

beforeAll(async () => {
  const { apiKeyId, apiKeySecret, accountId, from } = fixture.account;
  const group = ['--name', 'Sign-in codes', '--opt-in-type', 'SINGLE'];
  const { id } = await operate<{ id: string }>('group', 'create', '--account', accountId, ...group);
  Object.assign(process.env, {
    BASE_URL: fixture.service.baseUrl,
    API_KEY: `${apiKeyId}:${apiKeySecret}`,
    FROM: from,
    GROUP: id,
    HOOK_SECRET: `v1,${SECRET}`,
    KEY_ARN: 'arn:aws:kms:us-east-1:123456789012:key/example',
  });
});

const textsTo = async (phone: string) => (await fixture.sending.taken(phone)).map(({ body }) => body);
/** Makes the phone a contact that has texted STOP. */
async function stop(phone: string): Promise<void> {
  await fixture.sending.optIn([phone]);
  await fixture.sending.say(phone, 'STOP');
  await expectSoon(async () => {
    const answer = await fixture.sending.post('message', { to: phone, body: 'Hello', dryRun: true });
    expect(answer.body).toMatchObject({ code: 33029 });
  });
}

it.each(Object.values(RECIPES))('the program of $page is what the page shows', (recipe) => {
  expect(readFileSync(recipe.program, 'utf8')).toBe(exampleProgram(process.cwd(), recipe));
});

describe('the recipe for Supabase', () => {
  let attempts = 0;
  /** Calls the hook as Supabase does: each attempt has its own id. */
  async function hook(phone: string, otp: string, secret = SECRET) {
    const { sendSms } = await import('../../shared/http/generated/supabase-send-sms');
    const body = JSON.stringify({ user: { id: 'u1', phone: phone.slice(1) }, sms: { otp } });
    const id = `msg_${(attempts += 1)}`;
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
      'webhook-signature': new Webhook(secret).sign(id, new Date(), body),
    };
    return sendSms(new Request('https://example.com/hook', { method: 'POST', headers, body }));
  }

  it('creates a contact for an unknown number, and sends one text for three attempts', async () => {
    const phone = randomPhone();
    const answers = [await hook(phone, '123456'), await hook(phone, '123456'), await hook(phone, '123456')];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await answers[0]?.json()).toEqual({});
    expect(await textsTo(phone)).toEqual(['Your code is 123456.']);
  });

  it('sends one text for attempts at the same time', async () => {
    const phone = randomPhone();
    await hook(phone, '111111');
    await Promise.all([hook(phone, '222222'), hook(phone, '222222')]);
    expect(await textsTo(phone)).toEqual(['Your code is 111111.', 'Your code is 222222.']);
  });

  it('refuses another signature', async () => {
    const phone = randomPhone();
    const answer = await hook(phone, '123456', `whsec_${Buffer.alloc(24, 8).toString('base64')}`);
    expect([answer.status, await answer.json()]).toEqual([
      401,
      { error: { http_code: 401, message: 'The signature is wrong.' } },
    ]);
    expect(await textsTo(phone)).toEqual([]);
  });

  it('says so when the person has texted STOP', async () => {
    const phone = randomPhone();
    await stop(phone);
    const answer = await hook(phone, '123456');
    expect([answer.status, await answer.json()]).toEqual([
      422,
      { error: { http_code: 422, message: 'The recipient is hard-opted-out.' } },
    ]);
  });
});

describe('the recipe for Cognito', () => {
  const program: string = '../../shared/http/generated/cognito-custom-sms';
  async function invoke(phone: string, code: string, triggerSource = 'CustomSMSSender_SignUp') {
    const { handler } = (await import(program)) as { handler: (event: object) => Promise<void> };
    await handler({
      version: '1',
      triggerSource,
      userName: 'ada',
      request: {
        type: 'customSMSSenderRequestV1',
        code: Buffer.from(code).toString('base64'),
        userAttributes: { phone_number: phone },
      },
    });
  }

  it('sends one text for a code, however often it is invoked', async () => {
    const phone = randomPhone();
    await invoke(phone, '123456');
    await invoke(phone, '123456');
    await invoke(phone, '654321', 'CustomSMSSender_Authentication');
    expect(await textsTo(phone)).toEqual(['Your code is 123456.', 'Your code is 654321.']);
    const path = `/api/v1/contacts/by-phone/${phone}`;
    const { body } = await callApi(fixture.service, { account: fixture.account, path });
    expect(body).toMatchObject({ groups: [{ name: 'Sign-in codes' }] });
  });

  it('sends a temporary password with its characters', async () => {
    const phone = randomPhone();
    await invoke(phone, 'a&lt;b&amp;c', 'CustomSMSSender_AdminCreateUser');
    expect(await textsTo(phone)).toEqual(['Your user name is ada, your temporary password a<b&c']);
  });

  it('throws when the person has texted STOP', async () => {
    const phone = randomPhone();
    await stop(phone);
    await expect(invoke(phone, '123456')).rejects.toMatchObject({ code: 33029 });
  });
});
