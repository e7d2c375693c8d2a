import { createHmac } from 'node:crypto';
import { InvalidSignature, verifyWebhook } from '../../../clients/typescript/src/index';

const SECRETS = ['old', 'new', 'other'].map((name) => `whsec_${Buffer.from(name).toString('base64')}`);
const [OLD = '', NEW = '', OTHER = ''] = SECRETS;
const AT = 1_800_000_000;
const BODY = '{"id":"evt_1","type":"messaging.message.delivered"}';

function signatureOf(secret: string, body = BODY): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`evt_1.${AT}.${body}`).digest('base64')}`;
}

const verify = (
  change: { secret?: string | string[]; signature?: string; body?: string; atSeconds?: number } = {},
) => {
  const { secret = NEW, signature = signatureOf(NEW, change.body), body = BODY, atSeconds = AT } = change;
  return verifyWebhook({
    secret,
    body,
    headers: { 'webhook-id': 'evt_1', 'webhook-timestamp': String(AT), 'webhook-signature': signature },
    now: () => new Date(atSeconds * 1_000),
  });
};

describe('the verification of a webhook', () => {
  it('returns the event', async () => {
    expect(await verify()).toEqual([JSON.parse(BODY)]);
  });

  it('returns the events of a batch', async () => {
    const body = '{"id":"bat_1","type":"webhooks.batch","events":[{"id":"evt_1"},{"id":"evt_2"}]}';
    expect(await verify({ body })).toEqual([{ id: 'evt_1' }, { id: 'evt_2' }]);
  });

  it('takes either secret and either signature during a rotation', async () => {
    expect(await verify({ secret: [OLD, NEW] })).toHaveLength(1);
    expect(await verify({ secret: OLD, signature: `${signatureOf(NEW)} ${signatureOf(OLD)}` })).toHaveLength(
      1,
    );
  });

  it.each([
    ['another secret', { secret: OTHER }],
    ['no signature', { signature: '' }],
    ['a signature that is no base64', { signature: 'v1,%' }],
    ['a signature of another version', { signature: signatureOf(NEW).replace('v1', 'v2') }],
    ['another body', { body: '{}', signature: signatureOf(NEW) }],
    ['a request that is too old', { atSeconds: AT + 301 }],
    ['a request from the future', { atSeconds: AT - 301 }],
  ])('refuses %s', async (_, change) => {
    await expect(verify(change)).rejects.toBeInstanceOf(InvalidSignature);
  });

  it.each([AT - 300, AT + 300])('takes a request that is five minutes away', async (atSeconds) => {
    expect(await verify({ atSeconds })).toHaveLength(1);
  });
});
