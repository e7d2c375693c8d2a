import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { join } from 'node:path';

const SECRET = 'a secret';
const EXAMPLES = join(__dirname, '../../../docs/examples');

/** Runs a function of an example, which is a module for Node.js as it stands. */
function translate(file: string, name: string, request: object): unknown {
  const code = `import { ${name} } from ${JSON.stringify(join(EXAMPLES, file))};
    console.log(JSON.stringify(${name}(JSON.parse(process.argv[1])) ?? null));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', code, JSON.stringify(request)]);
  return JSON.parse(output.toString()) as unknown;
}

describe('the translation of a webhook of Shopify', () => {
  const rawBody = JSON.stringify({
    ...{ id: 1, order_id: 4711, created_at: '2026-03-01T12:00:00-05:00' },
    ...{ tracking_company: 'UPS', tracking_number: '1Z1', destination: { phone: '+12125550123' } },
  });
  const signed = (secret: string) => ({
    headers: {
      'x-shopify-hmac-sha256': createHmac('sha256', secret).update(rawBody).digest('base64'),
      'x-shopify-event-id': '98880550-7158',
    },
    ...{ rawBody, secret: SECRET },
  });

  it('is an event with its id as key', () => {
    expect(translate('shopify-event.mjs', 'fromShopify', signed(SECRET))).toEqual({
      ...{ name: 'order.shipped', to: '+12125550123', key: '98880550-7158' },
      ...{ data: { order: 4711, carrier: 'UPS', tracking: '1Z1' }, at: '2026-03-01T12:00:00-05:00' },
    });
  });

  it('is nothing without its signature', () => {
    expect(translate('shopify-event.mjs', 'fromShopify', signed('another'))).toBeNull();
    expect(translate('shopify-event.mjs', 'fromShopify', { ...signed(SECRET), headers: {} })).toBeNull();
  });
});

describe('the translation of a webhook of Stripe', () => {
  const time = 1_772_366_400;
  const rawBody = JSON.stringify({
    ...{ id: 'evt_1', type: 'invoice.payment_failed', created: time },
    data: { object: { customer_phone: '+12125550123', amount_due: 1999, currency: 'usd' } },
  });
  const signed = (secret: string, nowSeconds = time + 10) => ({
    headers: {
      'stripe-signature': `t=${time},v1=00,v1=${createHmac('sha256', secret).update(`${time}.${rawBody}`).digest('hex')}`,
    },
    ...{ rawBody, secret: SECRET, nowSeconds },
  });

  it('is an event with its id as key', () => {
    expect(translate('stripe-event.mjs', 'fromStripe', signed(SECRET))).toEqual({
      ...{ name: 'stripe.invoice.payment_failed', to: '+12125550123', key: 'evt_1' },
      ...{ data: { amount: '19.99', currency: 'USD' }, at: '2026-03-01T12:00:00.000Z' },
    });
  });

  it('is nothing without its signature, or when it is old', () => {
    expect(translate('stripe-event.mjs', 'fromStripe', signed('another'))).toBeNull();
    expect(translate('stripe-event.mjs', 'fromStripe', { ...signed(SECRET), headers: {} })).toBeNull();
    expect(translate('stripe-event.mjs', 'fromStripe', signed(SECRET, time + 301))).toBeNull();
  });
});
