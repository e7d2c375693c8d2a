import { createHmac, timingSafeEqual } from 'node:crypto';

/** Translates a webhook of Stripe (invoice.payment_failed); `undefined` for one that Stripe did not sign just now. */
export function fromStripe({ headers, rawBody, secret, nowSeconds = Date.now() / 1000 }) {
  const parts = (headers['stripe-signature'] ?? '').split(',').map((part) => part.split('='));
  const time = parts.find(([name]) => name === 't')?.[1];
  const expected = createHmac('sha256', secret).update(`${time}.${rawBody}`).digest();
  const given = parts.filter(([name]) => name === 'v1').map(([, hex]) => Buffer.from(hex ?? '', 'hex'));
  const isSigned = given.some((one) => one.length === expected.length && timingSafeEqual(one, expected));
  if (!isSigned || !(Math.abs(nowSeconds - Number(time)) < 300)) return undefined;
  const { id, type, created, data } = JSON.parse(rawBody);
  const { customer_phone, amount_due, currency } = data.object;
  return {
    name: `stripe.${type}`,
    to: customer_phone, // E.164
    key: id,
    data: { amount: (amount_due / 100).toFixed(2), currency: currency.toUpperCase() },
    at: new Date(created * 1000).toISOString(),
  };
}
