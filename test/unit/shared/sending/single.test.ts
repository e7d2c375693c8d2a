import { readAccount } from '../../../../shared/accounts/account';
import type { Contact } from '../../../../shared/audience/contacts/contact';
import { ServiceError } from '../../../../shared/errors/service-error';
import type { PhoneCountry } from '../../../../shared/phone-numbers/country';
import type { E164 } from '../../../../shared/phone-numbers/e164';
import type { Item } from '../../../../shared/platform/store/item';
import { refuseTurn, type TurnState } from '../../../../shared/sending/gate';
import { checkMediaFile } from '../../../../shared/sending/media/internal/media-file';
import { checkSend } from '../../../../shared/sending/single/send';
import type { SendMessageBody } from '../../../../shared/sending/single/send-message.schema';
import { keysOfPlan, planSend } from '../../../../shared/sending/single/send-plan';

describe('the checks of a single send (rules 4.1)', () => {
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

describe('send plan', () => {
  const REQUEST = { to: '+12125550123', from: '+12065550100', body: 'Hello' };

  describe('what a single send has to read', () => {
    const SENDER = {
      number: { pk: 'ACCOUNT#acc_1', sk: 'NUMBER#+12065550100' },
      service: { pk: expect.stringMatching(/^SERVICEHOLD#[0-3]$/) as string, sk: 'SERVICEHOLD' },
      outage: { pk: 'OUTAGE#acc_1#+12065550100', sk: 'OUTAGE' },
    };

    it('is sender, contact and custom fields', () => {
      expect(keysOfPlan('acc_1', planSend(REQUEST))).toEqual({
        ...SENDER,
        contact: { pk: 'CONTACT#acc_1#+12125550123', sk: 'CONTACT' },
        schema: { pk: 'ACCOUNT#acc_1', sk: 'SCHEMA' },
      });
    });

    it('is the key too, and the account’s links', () => {
      const body = 'See {{trackingLink "go.example.com/a"}} or {{trackingLink "not a link"}}';
      expect(keysOfPlan('acc_1', planSend({ ...REQUEST, body, idempotencyKey: 'order:1' }))).toEqual({
        idempotency: {
          pk: 'IDEMPOTENCY#acc_1#message#lhVGIQPa2SKdRh7FvGi8t04h33hnZO2tlTW2r4dXV8o',
          sk: 'IDEMPOTENCY',
        },
        ...SENDER,
        contact: { pk: 'CONTACT#acc_1#+12125550123', sk: 'CONTACT' },
        schema: { pk: 'ACCOUNT#acc_1', sk: 'SCHEMA' },
        'link go.example.com/a': { pk: 'ACCOUNT#acc_1', sk: 'LINK#go.example.com/a' },
      });
    });

    it('is the key alone when a number is none', () => {
      expect(keysOfPlan('acc_1', planSend({ ...REQUEST, to: '12', idempotencyKey: 'order:1' }))).toEqual({
        idempotency: {
          pk: 'IDEMPOTENCY#acc_1#message#lhVGIQPa2SKdRh7FvGi8t04h33hnZO2tlTW2r4dXV8o',
          sk: 'IDEMPOTENCY',
        },
      });
    });

    it.each([
      ['nothing', undefined],
      ['null', null],
      ['a text', 'text'],
      ['a list', []],
      ['fields of other types', { to: 1, from: {}, body: [], idempotencyKey: true }],
      ['a body beyond the limit', { body: '{{trackingLink "a.b/c"}}'.repeat(60) }],
    ])('is nothing for %s', (_title, body) => {
      expect(planSend(body)).toEqual({ to: undefined, from: undefined, key: undefined, links: [] });
    });
  });

  describe('the key of a request (rules 8.3)', () => {
    const keyOf = (idempotencyKey: string) => planSend({ idempotencyKey }).key;

    it.each([
      ['2 characters', 'ab'],
      ['100 characters', 'k'.repeat(100)],
      ['every allowed kind of character', 'Az09:@-_)('],
    ])('may have %s', (_title, key) => {
      expect(keyOf(key)).toBe(key);
    });

    it.each([
      ['1 character', 'a'],
      ['101 characters', 'k'.repeat(101)],
      ['a space', 'a b'],
      ['a letter beyond A to Z', 'clé'],
      ['a line feed at its end', 'ab\n'],
      ['a hash', 'a#b'],
    ])('may not have %s', (_title, key) => {
      expect(keyOf(key)).toBeUndefined();
    });
  });
});

describe('gate', () => {
  const MEMBERSHIP = { optInAt: '2026-01-01T00:00:00.000Z', tagIds: [] };
  const PENDING = { pendingSince: '2026-01-01T00:00:00.000Z' };
  const STOPPED = { at: '2026-02-01T00:00:00.000Z', source: 'stop' } as const;

  const contactWith = (changes: Partial<Contact>) =>
    ({ id: 'con_1', memberships: {}, pendingMemberships: {}, ...changes }) as Contact;
  const MEMBER = contactWith({ memberships: { grp_1: MEMBERSHIP } });

  const turnWith = (changes: Partial<TurnState>): TurnState => ({
    to: '+12125550123' as E164,
    acceptedAt: '2026-03-01T00:00:00.000Z',
    account: { countries: [] },
    isSenderActive: true,
    contact: MEMBER,
    purpose: 'send',
    ...changes,
  });

  describe('a message whose turn has come', () => {
    it.each<[string, Partial<TurnState>, ReturnType<typeof refuseTurn>]>([
      ['to a member of a group goes', {}, undefined],
      ['to an enabled country goes', { account: { countries: ['US'] } }, undefined],
      ['to a number without a contact is not_opted_in', { contact: undefined }, 'not_opted_in'],
      ['to a contact without a group is not_opted_in', { contact: contactWith({}) }, 'not_opted_in'],
      [
        'to a contact with a pending membership only is not_opted_in',
        { contact: contactWith({ pendingMemberships: { grp_1: PENDING } }) },
        'not_opted_in',
      ],
      [
        'to a person who was erased is erased',
        { contact: { ...MEMBER, erasedAt: '2026-03-01T00:00:00.000Z' } },
        'erased',
      ],
      [
        'to a contact made again after an erasure goes, when it was accepted after that',
        { contact: { ...MEMBER, erasedAt: '2026-02-28T23:59:59.999Z' } },
        undefined,
      ],
      ['whose recipient was erased meanwhile is erased', { to: '' as E164 }, 'erased'],
      ['after a STOP is opted_out', { contact: contactWith({ hardOptOut: STOPPED }) }, 'opted_out'],
      [
        'after a STOP that has not left its groups yet is opted_out',
        { contact: contactWith({ ...MEMBER, hardOptOut: STOPPED }) },
        'opted_out',
      ],
      [
        'from a number that is not active is sender_not_active',
        { isSenderActive: false },
        'sender_not_active',
      ],
      [
        'to another country is country_not_enabled',
        { account: { countries: ['DE'] } },
        'country_not_enabled',
      ],
      [
        'is refused for its sender before anything else',
        { isSenderActive: false, account: { countries: ['DE'] }, contact: undefined },
        'sender_not_active',
      ],
    ])('%s', (_, changes, expected) => {
      expect(refuseTurn(turnWith(changes))).toBe(expected);
    });
  });

  describe('a text of a group', () => {
    const pending = contactWith({ pendingMemberships: { grp_1: PENDING } });
    it.each<[string, Partial<TurnState>, ReturnType<typeof refuseTurn>]>([
      ['that welcomes a member goes', { purpose: 'optInMessage', groupId: 'grp_1' }, undefined],
      [
        'that welcomes one who has left for another group is membership_changed',
        { purpose: 'optInMessage', groupId: 'grp_2' },
        'membership_changed',
      ],
      [
        'that asks a pending member goes',
        { purpose: 'optInConfirmation', groupId: 'grp_1', contact: pending },
        undefined,
      ],
      [
        'that asks one who has answered is membership_changed',
        { purpose: 'optInConfirmation', groupId: 'grp_1', contact: MEMBER },
        'membership_changed',
      ],
      [
        'that asks after a STOP is opted_out',
        { purpose: 'optInConfirmation', groupId: 'grp_1', contact: contactWith({ hardOptOut: STOPPED }) },
        'opted_out',
      ],
    ])('%s', (_, changes, expected) => {
      expect(refuseTurn(turnWith(changes))).toBe(expected);
    });
  });

  it('answers a keyword whatever the contact has consented to', () => {
    const contact = contactWith({ hardOptOut: STOPPED });
    expect(refuseTurn(turnWith({ purpose: 'keywordReply', contact }))).toBeUndefined();
  });

  it('answers a keyword of the account, or other words, without an opt-in, and never after a STOP', () => {
    const purpose = 'autoReply';
    expect(refuseTurn(turnWith({ purpose, contact: undefined }))).toBeUndefined();
    expect(refuseTurn(turnWith({ purpose, contact: contactWith({}) }))).toBeUndefined();
    expect(refuseTurn(turnWith({ purpose, contact: contactWith({ hardOptOut: STOPPED }) }))).toBe(
      'opted_out',
    );
  });
});

describe('media file', () => {
  const MAX_IMAGE_BYTES = 2_097_152;
  const MAX_OTHER_BYTES = 614_400;
  const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
  const JPEG = Buffer.from('ffd8ffe0', 'hex');
  const GIF = Buffer.from('GIF89a');
  const sized = (beginning: Buffer, bytes: number) =>
    Buffer.concat([beginning, Buffer.alloc(bytes - beginning.length)]);
  const check = (contentType: string | undefined, body: Buffer, isCut = false) =>
    checkMediaFile({ contentType, body, isCut });

  describe('the type of a file', () => {
    it.each([
      ['image/png', PNG, 'image/png'],
      ['IMAGE/PNG; charset=binary', PNG, 'image/png'],
      ['image/jpg', JPEG, 'image/jpeg'],
      ['image/gif', GIF, 'image/gif'],
      ['application/octet-stream', JPEG, 'image/jpeg'],
      [undefined, GIF, 'image/gif'],
      ['audio/mpeg', Buffer.from('ID3'), 'audio/mpeg'],
      ['video/mp4', Buffer.from('....ftyp'), 'video/mp4'],
      ['application/pdf', Buffer.from('%PDF'), 'application/pdf'],
      ['text/vcard', Buffer.from('BEGIN:VCARD'), 'text/vcard'],
    ])('%s is taken', (said, body, contentType) => {
      expect(check(said, body)).toEqual({ contentType });
    });

    it.each([
      ['text/html', Buffer.from('<html>'), 'typeNotSupported'],
      ['image/svg+xml', Buffer.from('<svg>'), 'typeNotSupported'],
      ['image/webp', Buffer.from('RIFF'), 'typeNotSupported'],
      ['application/octet-stream', Buffer.from('text'), 'typeNotSupported'],
      [undefined, Buffer.from('text'), 'typeNotSupported'],
      ['image/png', Buffer.from('<html>'), 'contentIsNotOfItsType'],
      ['image/png', JPEG, 'contentIsNotOfItsType'],
      ['image/png', Buffer.alloc(0), 'empty'],
    ])('%s is refused', (said, body, refused) => {
      expect(check(said, body)).toEqual({ refused });
    });
  });

  describe('the size of a file', () => {
    it.each([
      ['an image of 2 MB', 'image/png', sized(PNG, MAX_IMAGE_BYTES), false, { contentType: 'image/png' }],
      [
        'an image of a byte more',
        'image/png',
        sized(PNG, MAX_IMAGE_BYTES + 1),
        false,
        { refused: 'tooLarge' },
      ],
      ['an image that was cut', 'image/png', sized(PNG, MAX_IMAGE_BYTES), true, { refused: 'tooLarge' }],
      ['audio of 600 KB', 'audio/mpeg', Buffer.alloc(MAX_OTHER_BYTES), false, { contentType: 'audio/mpeg' }],
      [
        'audio of a byte more',
        'audio/mpeg',
        Buffer.alloc(MAX_OTHER_BYTES + 1),
        false,
        { refused: 'tooLarge' },
      ],
      [
        'a TIFF of a byte more',
        'image/tiff',
        Buffer.alloc(MAX_OTHER_BYTES + 1),
        false,
        { refused: 'tooLarge' },
      ],
    ])('%s', (_title, contentType, body, isCut, expected) => {
      expect(check(contentType, body, isCut)).toEqual(expected);
    });
  });
});
