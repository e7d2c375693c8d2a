import fc from 'fast-check';
import { validateRequest } from 'twilio';
import { STATUS_EVENT_TYPE } from '../../../shared/events/event-types';
import { callbackRequest } from '../../../shared/twilio/callback-request';
import { accountIdOf, accountSidOf, messageIdOf, messageSidOf } from '../../../shared/twilio/sids';

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const ULID = fc
  .tuple(
    fc.constantFrom(...'01234567'),
    fc.array(fc.constantFrom(...DIGITS), { minLength: 25, maxLength: 25 }),
  )
  .map(([first, rest]) => first + rest.join(''));

describe('Sids', () => {
  it('stand for the ids of accounts and messages, and lead back to them', () => {
    fc.assert(
      fc.property(ULID, fc.boolean(), (ulid, isMms) => {
        const accountSid = accountSidOf(`acc_${ulid}`) ?? '';
        const message = { id: `msg_${ulid}`, ...(isMms && { mediaUrl: 'https://a.example/1' }) };
        const messageSid = messageSidOf(message) ?? '';
        expect(accountSid).toMatch(/^AC[0-9a-f]{32}$/);
        expect(messageSid).toMatch(isMms ? /^MM[0-9a-f]{32}$/ : /^SM[0-9a-f]{32}$/);
        expect([accountIdOf(accountSid), messageIdOf(messageSid)]).toEqual([`acc_${ulid}`, `msg_${ulid}`]);
      }),
    );
  });

  it('are different for different ids', () => {
    fc.assert(
      fc.property(ULID, ULID, (one, other) => {
        expect(accountSidOf(`acc_${one}`) === accountSidOf(`acc_${other}`)).toBe(one === other);
      }),
    );
  });

  it('of 32 hex digits each stand for an id, and no other text does', () => {
    const hex = fc.array(fc.constantFrom(...'0123456789abcdef'), { minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(hex, (digits) => {
        const sid = `AC${digits.join('')}`;
        expect(accountSidOf(accountIdOf(sid) ?? '')).toBe(sid);
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/^(?:AC|SM|MM)[0-9a-f]{32}$/.test(text));
        expect([accountIdOf(text), messageIdOf(text)]).toEqual([undefined, undefined]);
      }),
    );
  });
});

it('signs form posts so that the package of Twilio accepts them, and those of no other token', () => {
  const TEXT = fc.string({ unit: 'grapheme', maxLength: 200 });
  fc.assert(
    fc.property(
      TEXT,
      fc.string({ minLength: 1 }),
      fc.webUrl({ withQueryParameters: true }),
      (body, authToken, url) => {
        const message = {
          ...{ id: 'msg_01KJMNEX00P9G5NV1S6B8DHYQE', direction: 'inbound', status: 'sent' },
          ...{ to: '+12065550100', from: '+12125550123', body, createdAt: '2026-03-01T12:00:00.000Z' },
        };
        const event = {
          type: 'messaging.message.received',
          accountId: 'acc_01KJMNEX00P9G5NV1S6B8DHYQE',
          message,
        };
        const request = callbackRequest({ payload: JSON.stringify(event), inboundUrl: url, authToken });
        const parameters = Object.fromEntries(new URLSearchParams(request?.body));
        const signature = request?.headers['x-twilio-signature'] ?? '';
        expect(parameters.Body).toBe(body);
        expect(validateRequest(authToken, signature, request?.url ?? '', parameters)).toBe(true);
        expect(validateRequest(`${authToken}x`, signature, request?.url ?? '', parameters)).toBe(false);
      },
    ),
  );
});

it('makes no request without an address', () => {
  const message = { id: 'msg_01KJMNEX00P9G5NV1S6B8DHYQE', direction: 'outbound', status: 'sent' };
  const ask = (event: object) =>
    callbackRequest({
      payload: JSON.stringify({ accountId: 'acc_01KJMNEX00P9G5NV1S6B8DHYQE', ...event }),
      ...{ inboundUrl: '', authToken: 'token' },
    });
  expect(ask({ type: STATUS_EVENT_TYPE, message })).toBeUndefined();
  expect(ask({ type: 'messaging.message.received', message })).toBeUndefined();
  expect(ask({ type: 'webhooks.test' })).toBeUndefined();
});
