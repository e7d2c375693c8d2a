import { planSend } from '../../../../../shared/sending/single/send-plan';
import type { Item } from '../../../../../shared/platform/store/item';
import { readAccount } from '../../../../../shared/accounts/account';
import { ServiceError } from '../../../../../shared/errors/service-error';
import { checkSend } from '../../../../../shared/sending/single/send';
import type { SendMessageBody } from '../../../../../shared/sending/single/send-message.schema';
import type { PhoneCountry } from '../../../../../shared/phone-numbers/country';

const ACCOUNT = readAccount({
  pk: '',
  sk: '',
  id: 'acc_1',
  name: 'Acme',
  smsCredits: 2,
  mmsCredits: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
});
const NUMBER: Item = {
  pk: '',
  sk: '',
  accountId: 'acc_1',
  number: '+12065550100',
  status: 'Active',
  createdAt: '',
};
const CONTACT: Item = {
  pk: '',
  sk: '',
  id: 'con_1',
  accountId: 'acc_1',
  phoneNumber: '+12125550123',
  memberships: { grp_1: { optInAt: '', tagIds: [] } },
  createdAt: '',
  updatedAt: '',
};
const REQUEST: SendMessageBody = { to: '+12125550123', from: '+12065550100', body: 'Hello' };
const OPTED_OUT = { ...CONTACT, memberships: {}, hardOptOut: { at: '', source: 'stop' } };

const check = (send: Omit<Parameters<typeof checkSend>[0], 'plan'>) =>
  checkSend({ ...send, plan: planSend(send.request) });

/** Returns the code of the refusal, `undefined` when the send passes. */
function codeOf(
  request: Partial<SendMessageBody>,
  items: { number?: Item | undefined; contact?: Item | undefined } = {},
): number | undefined {
  const { number, contact } = { number: NUMBER, contact: CONTACT, ...items };
  try {
    check({
      account: ACCOUNT,
      request: { ...REQUEST, ...request },
      prefetched: { number, contact },
    });
    return undefined;
  } catch (error) {
    if (error instanceof ServiceError) return error.code;
    throw error;
  }
}

const INVALID_CHARACTER = 'Hello\u0007';
const VIOLATION = 'Buy our whiskey tonight, vodka half price';

describe('the checks of a single send (rules 4.1)', () => {
  it('lets a send pass', () => {
    expect(codeOf({})).toBeUndefined();
  });

  it('charges an MMS for its media', () => {
    const send = check({
      account: ACCOUNT,
      request: { ...REQUEST, body: '', mediaUrl: 'https://example.com/cat.jpg' },
      prefetched: { number: NUMBER, contact: CONTACT },
    });
    expect(send.charge).toEqual({ sms: 2, mms: 1 });
  });

  // Each request violates the rule of its row and those of all later rows.
  const worst = { number: undefined, contact: OPTED_OUT };
  it.each([
    ['neither body nor media', 33100, { to: 'x', body: '' }, worst],
    ['a recipient that is no number', 33003, { to: 'x', body: INVALID_CHARACTER }, worst],
    ['a sender that is no number', 33003, { from: '1234', body: INVALID_CHARACTER }, worst],
    ['a sender of another account', 33004, { body: INVALID_CHARACTER }, worst],
    [
      'a sender that is not Active',
      33009,
      { body: INVALID_CHARACTER },
      { ...worst, number: { ...NUMBER, status: 'Inactive' } },
    ],
    ['an invalid character', 33016, { body: `${VIOLATION}\u0007` }, { contact: OPTED_OUT }],
    ['a violation of content rules', 33019, { body: VIOLATION }, { contact: OPTED_OUT }],
    ['a hard opt-out', 33029, {}, { contact: OPTED_OUT }],
    ['a contact without a group', 33028, {}, { contact: { ...CONTACT, memberships: {} } }],
    ['an unknown recipient', 33028, {}, { contact: undefined }],
  ])('tells %s first: %i', (_title, code, request, items) => {
    expect(codeOf(request, items)).toBe(code);
  });

  it('does not take a pending membership for an opt-in', () => {
    const contact = { ...CONTACT, memberships: {}, pendingMemberships: { grp_1: { pendingSince: '' } } };
    expect(codeOf({}, { contact })).toBe(33028);
  });

  it('refuses a recipient of a country that is not enabled, before the sender is looked at', () => {
    const account = { ...ACCOUNT, countries: ['US', 'DE'] as const satisfies PhoneCountry[] };
    const sendTo = (to: string, number?: Item) => () =>
      check({ account, request: { ...REQUEST, to }, prefetched: { number, contact: CONTACT } });
    expect(sendTo('+4915112345678', NUMBER)).not.toThrow();
    expect(sendTo('+12125550123', NUMBER)).not.toThrow();
    expect(sendTo('+447400123456')).toThrow(
      expect.objectContaining({
        code: 33003,
        details: { field: 'to', reason: 'country_not_enabled' },
      }) as Error,
    );
  });

  it('refuses nothing in a category that the account may send', () => {
    const account = { ...ACCOUNT, contentExemptions: ['alcohol' as const] };
    const request = { ...REQUEST, body: VIOLATION };
    expect(() => check({ account, request, prefetched: { number: NUMBER, contact: CONTACT } })).not.toThrow();
  });
});
