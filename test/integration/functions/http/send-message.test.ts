import { handler } from '../../../../functions/http/send-message';
import { getPlatform } from '../../../../shared/platform/platform';
import { Table } from '../../../../shared/platform/store/table';
import { callHandler } from '../../../support/routes/call-handler';
import { captureLog } from '../../../support/logs/captured-log';
import { useEngine } from '../../../support/engines/engine';
import {
  createScriptedProvider,
  REFUSED,
  type ScriptedProvider,
} from '../../../support/sending/scripted-provider';
import { createSendingAccount, type SendingAccount } from '../../../support/sending/sending-account';

const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
const MESSAGE_ID = expect.stringMatching(/^msg_[0-9A-Z]{26}$/) as string;

const captured = captureLog();
afterAll(() => captured.restore());

const engine = useEngine({ setsEnvironment: true });
let provider: ScriptedProvider;
let account: SendingAccount;

beforeEach(async () => {
  provider = createScriptedProvider();
  Object.assign(getPlatform(), { provider });
  account = await createSendingAccount(engine);
});

async function post(body: object | string = {}, headers: Record<string, string> = {}) {
  const { authorization, to, from } = account;
  const whole = typeof body === 'string' ? body : { to, from, body: 'Hello', ...body };
  return callHandler(handler, { authorization, body: whole, headers });
}

function envelope(code: number, options: { status: number; message: string; details?: unknown }) {
  const moreInfo = `http://localhost:3000/docs/errors#${code}`;
  return { code, moreInfo, ...options };
}

describe('POST /api/v1/messaging/message (rules 4.1)', () => {
  it('answers 201 with the message and the headers of the rate limit', async () => {
    const answer = await post();
    expect(answer).toMatchObject({
      status: 201,
      headers: {
        'content-type': 'application/json',
        'ratelimit-policy': '"message";q=60;w=60',
        ratelimit: '"message";r=59;t=60',
        'x-request-id': 'request-1',
      },
    });
    expect(answer.headers).not.toHaveProperty('idempotent-replayed');
    expect(answer.body).toEqual({
      id: MESSAGE_ID,
      direction: 'outbound',
      to: account.to,
      from: account.from,
      body: 'Hello',
      status: 'sent',
      sentAt: TIMESTAMP,
      createdAt: TIMESTAMP,
    });
  });

  it('sends from a short code', async () => {
    account = await createSendingAccount(engine);
    const { from } = account;
    expect(await post({ from: '12345' })).toMatchObject({ status: 400, body: { code: 33004 } });
    expect(await post({ from })).toMatchObject({ status: 201 });
  });
});

describe('the errors of a single send', () => {
  it.each([
    ['no recipient', { to: undefined }, '/to', 'required'],
    ['no sender', { from: undefined }, '/from', 'required'],
    ['a number as recipient', { to: 12125550123 }, '/to', 'must be a string'],
    ['neither body nor media', { body: undefined }, '/body', 'required without mediaUrl'],
    ['an empty body without media', { body: '' }, '/body', 'required without mediaUrl'],
    ['an unknown property', { text: 'x' }, '/text', 'unknown property: remove it'],
    ['a 641st character', { body: 'x'.repeat(641) }, '/body', 'must have at most 640 characters'],
    [
      'media that is no URL',
      { mediaUrl: 'ftp://example.com/a' },
      '/mediaUrl',
      'must be an address that begins with http:// or https:// and is escaped as URLs are',
    ],
    ['a key of 1 character', { idempotencyKey: 'a' }, '/idempotencyKey', 'must have at least 2 characters'],
    [
      'a key of 101 characters',
      { idempotencyKey: 'k'.repeat(101) },
      '/idempotencyKey',
      'must have at most 100 characters',
    ],
    [
      'a key with a space',
      { idempotencyKey: 'a b' },
      '/idempotencyKey',
      'must have no characters but A-Z, a-z, 0-9 and : @ - _ ( )',
    ],
  ])('is 33100 for %s', async (_title, body, pointer, reason) => {
    expect((await post(body)).body).toEqual(
      envelope(33100, {
        status: 400,
        message: expect.stringContaining(`The request is invalid: ${pointer} `) as string,
        details: { errors: [{ pointer, reason }] },
      }),
    );
  });

  it('accepts 640 characters beyond the basic plane', async () => {
    expect(await post({ body: '😀'.repeat(640) })).toMatchObject({ status: 201 });
  });

  it('is 33016 for a control character, and says where', async () => {
    expect(await post({ body: 'Hi\u0000' })).toMatchObject({
      status: 400,
      body: envelope(33016, {
        status: 400,
        message: 'The message body contains an unsupported or invalid character: U+0000.',
        details: { index: 2, character: 'U+0000' },
      }),
    });
  });

  it('is 33199 with the request id, and nothing of the fault, when the table breaks', async () => {
    const log = jest.spyOn(getPlatform().log, 'error').mockReturnValue(undefined);
    const table = jest.spyOn(Table.prototype, 'transact').mockRejectedValue(new Error('MARKED-FAULT'));
    expect((await post()).body).toEqual(
      envelope(33199, {
        status: 500,
        message: 'Internal error. Retry later; quote the request id if it lasts.',
        details: { requestId: 'request-1' },
      }),
    );
    log.mockRestore();
    table.mockRestore();
  });
});

it('keeps phone numbers and bodies out of the log', async () => {
  captured.lines.length = 0;
  provider.script('break', REFUSED);
  await post({ body: 'MARKED-BODY', idempotencyKey: 'order:1' });
  await post({ body: 'MARKED-BODY' });
  await post({ body: 'MARKED-BODY', to: '+12125550188' });
  const entries = captured.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(entries.map(({ level, message, status, code }) => ({ level, message, status, code }))).toEqual([
    { level: 'ERROR', message: 'The provider’s adapter failed', status: undefined, code: undefined },
    { level: 'INFO', message: 'Request answered', status: 201, code: undefined },
    { level: 'INFO', message: 'Message not accepted', status: undefined, code: undefined },
    { level: 'INFO', message: 'Request answered', status: 201, code: undefined },
    { level: 'INFO', message: 'Request answered', status: 400, code: 33028 },
  ]);
  for (const entry of entries) {
    expect(entry).toMatchObject({
      requestId: 'request-1',
      operation: 'sendMessage',
      accountId: account.accountId,
    });
  }
  expect(captured.lines.join('\n')).not.toMatch(/MARKED-BODY|12125550123|12125550188/);
});
