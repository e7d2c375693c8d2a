import { createHmac, timingSafeEqual } from 'node:crypto';

/** Translates a webhook of Shopify (topic fulfillments/create); `undefined` for one that Shopify did not sign. */
export function fromShopify({ headers, rawBody, secret }) {
  const expected = createHmac('sha256', secret).update(rawBody).digest();
  const given = Buffer.from(headers['x-shopify-hmac-sha256'] ?? '', 'base64');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const { order_id, tracking_company, tracking_number, destination, created_at } = JSON.parse(rawBody);
  return {
    name: 'order.shipped',
    to: destination.phone, // E.164
    key: headers['x-shopify-event-id'],
    data: { order: order_id, carrier: tracking_company ?? '', tracking: tracking_number ?? '' },
    at: created_at,
  };
}
