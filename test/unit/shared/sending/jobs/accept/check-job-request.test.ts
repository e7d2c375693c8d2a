import type { Item } from '../../../../../../shared/platform/store/item';
import { type Account, readAccount } from '../../../../../../shared/accounts/account';
import { ServiceError } from '../../../../../../shared/errors/service-error';
import { checkJobRequest } from '../../../../../../shared/sending/jobs/accept/internal/check-job-request';
import type { JobKind } from '../../../../../../shared/sending/jobs/job';
import type { JobRequestBody, RecipientBody } from '../../../../../../shared/sending/jobs/job-request.schema';
import type { PhoneCountry } from '../../../../../../shared/phone-numbers/country';

const ACCOUNT = readAccount({
  pk: '',
  sk: '',
  id: 'acc_1',
  name: 'Acme',
  smsCredits: 0,
  mmsCredits: 0,
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
const INACTIVE: Item = { ...NUMBER, status: 'Inactive' };
const BELL = 'Hello\u0007';
const VIOLATION = 'Buy our whiskey tonight, vodka half price';

const phone = (index: number) => `+1212${5_000_000 + index}`;
const recipients = (count: number, more: Partial<RecipientBody> = {}): RecipientBody[] =>
  Array.from({ length: count }, (_, index) => ({ to: phone(index), ...more }));
const texts = (count: number) => recipients(count, { body: 'Hello' });

function check(
  kind: JobKind,
  request: Partial<JobRequestBody>,
  number: Item | 'none' = NUMBER,
  account: Account = ACCOUNT,
) {
  return checkJobRequest({
    kind,
    account,
    request: { from: '+12065550100', recipients: recipients(3), ...request },
    senderItems: [number === 'none' ? undefined : number],
    registeredLinks: new Set(),
  });
}

/** Returns code and details of the refusal; `undefined` when the request passes. */
function refusalOf(...args: Parameters<typeof check>): { code: number; details: unknown } | undefined {
  try {
    check(...args);
    return undefined;
  } catch (error) {
    if (error instanceof ServiceError) return { code: error.code, details: error.details };
    throw error;
  }
}

const invalid = (pointer: string, reason: string) => ({
  code: 33100,
  details: { errors: [{ pointer, reason }] },
});

describe('a broadcast that passes', () => {
  it('is an SMS with a body', () => {
    expect(check('broadcast', { body: 'Hello' })).toMatchObject({ kind: 'broadcast', isMms: false });
  });

  it('is an MMS with a mediaUrl, with or without a body', () => {
    const mediaUrl = 'https://example.com/a.png';

    expect(check('broadcast', { mediaUrl }).isMms).toBe(true);
    expect(check('broadcast', { mediaUrl, body: 'Look' }).isMms).toBe(true);
  });

  it('may be sent from a short code', () => {
    expect(refusalOf('broadcast', { body: 'Hello', from: '12345' })).toBeUndefined();
  });
});

describe('numbers (33003)', () => {
  it('names every recipient whose number is none, with its index', () => {
    const all = recipients(4);
    all[1] = { to: '12125550123' };
    all[3] = { to: '+1212555012' };

    expect(refusalOf('broadcast', { body: 'Hello', recipients: all })).toEqual({
      code: 33003,
      details: {
        recipients: [
          { index: 1, value: '12125550123' },
          { index: 3, value: '+1212555012' },
        ],
      },
    });
  });

  describe('of a country that is not enabled', () => {
    const account = { ...ACCOUNT, countries: ['US'] as PhoneCountry[] };
    const refusalIn = (kind: JobKind, all: RecipientBody[], number: Item | 'none' = NUMBER) =>
      refusalOf(kind, { body: 'Hello', recipients: all }, number, account);

    it.each(['broadcast', 'batch'] as const)('refuse a %s whole, and are named', (kind) => {
      const all = texts(4);
      all[1] = { to: '+4915112345678', body: 'Hello' };
      all[3] = { to: '+4915112345678', body: 'Hello' };
      expect(refusalIn(kind, texts(4))).toBeUndefined();
      expect(refusalIn(kind, all, 'none')).toEqual({
        code: 33003,
        details: {
          recipients: [
            { index: 1, value: '+4915112345678' },
            { index: 3, value: '+4915112345678' },
          ],
          reason: 'country_not_enabled',
        },
      });
    });

    it('are named up to the first 100', () => {
      const all = Array.from({ length: 150 }, (_, index) => ({ to: `+4915112345${100 + index}` }));
      const named = refusalIn('broadcast', all)?.details as { recipients: unknown[] };
      expect(named.recipients).toHaveLength(100);
    });

    it('are told after numbers that are none', () => {
      const all = [{ to: '+4915112345678' }, { to: 'x' }];
      expect(refusalIn('broadcast', all)?.details).toEqual({ recipients: [{ index: 1, value: 'x' }] });
    });
  });

  it('names the first 100 of them', () => {
    const refusal = refusalOf('broadcast', { body: 'Hello', recipients: recipients(150, { to: 'x' }) });

    const { recipients: named } = refusal?.details as { recipients: Array<{ index: number }> };
    expect(named).toHaveLength(100);
    expect(named.at(-1)).toEqual({ index: 99, value: 'x' });
  });

  it('names the sender', () => {
    expect(refusalOf('broadcast', { body: 'Hello', from: '1234' })).toEqual({
      code: 33003,
      details: { field: 'from' },
    });
  });
});

describe('duplicates and empty recipients (33024)', () => {
  it('names a phone that stands there in two spellings', () => {
    const all = [
      ...recipients(2),
      { to: '+5491123456789' },
      { to: '+541123456788' },
      { to: '+541123456789' },
    ];
    expect(refusalOf('broadcast', { body: 'Hello', recipients: all })).toEqual({
      code: 33024,
      details: { recipients: [{ index: 4, value: '+541123456789', sameAs: 2 }] },
    });
  });

  it('names each repetition of a number and where it stands first', () => {
    const all = [...recipients(3), { to: phone(0) }, { to: phone(2) }, { to: phone(0) }];

    expect(refusalOf('broadcast', { body: 'Hello', recipients: all })).toEqual({
      code: 33024,
      details: {
        recipients: [
          { index: 3, value: phone(0), sameAs: 0 },
          { index: 4, value: phone(2), sameAs: 2 },
          { index: 5, value: phone(0), sameAs: 0 },
        ],
      },
    });
  });

  it('names recipients of a batch without body and mediaUrl, an empty body being none', () => {
    const all = texts(4);
    all[1] = { to: phone(1) };
    all[2] = { to: phone(2), body: '' };

    expect(refusalOf('batch', { recipients: all })).toEqual({
      code: 33024,
      details: {
        recipients: [
          { index: 1, value: phone(1) },
          { index: 2, value: phone(2) },
        ],
      },
    });
  });
});

describe('SMS and MMS in one batch (33100)', () => {
  it('names the first recipient that differs', () => {
    const all = texts(5);
    all[3] = { to: phone(3), mediaUrl: 'https://example.com/a.png' };

    expect(refusalOf('batch', { recipients: all })).toEqual(
      invalid(
        '/recipients/3',
        'is MMS while those before are SMS; a batch cannot mix them: send two batches',
      ),
    );
  });

  it('names an SMS among MMS as well', () => {
    const all = recipients(3, { mediaUrl: 'https://example.com/a.png' });
    all[2] = { to: phone(2), body: 'Hello' };

    expect(refusalOf('batch', { recipients: all })).toEqual(
      invalid(
        '/recipients/2',
        'is SMS while those before are MMS; a batch cannot mix them: send two batches',
      ),
    );
  });

  it('takes recipients with both for MMS', () => {
    const all = recipients(3, { mediaUrl: 'https://example.com/a.png' });
    all[1] = { ...all[1], to: phone(1), body: 'Look' };

    expect(check('batch', { recipients: all }).isMms).toBe(true);
  });
});

describe('keys (33100)', () => {
  it('names a recipient whose key another one has', () => {
    const all = recipients(4, {}).map((one, index) => ({ ...one, idempotencyKey: `key-${index % 3}` }));

    expect(refusalOf('broadcast', { body: 'Hello', recipients: all })).toEqual(
      invalid('/recipients/3/idempotencyKey', 'is also the key of recipient 0: give each its own'),
    );
  });
});

describe('the sender', () => {
  it('that is not the account’s is 33004', () => {
    expect(refusalOf('broadcast', { body: 'Hello' }, 'none')).toEqual({ code: 33004, details: undefined });
  });

  it('that is not Active is 33009', () => {
    expect(refusalOf('broadcast', { body: 'Hello' }, INACTIVE)).toEqual({ code: 33009, details: undefined });
  });
});

describe('bodies', () => {
  it('of a broadcast are told without a recipient', () => {
    expect(refusalOf('broadcast', { body: BELL })).toEqual({
      code: 33016,
      details: { index: 5, character: 'U+0007' },
    });
    expect(refusalOf('broadcast', { body: VIOLATION })).toMatchObject({
      code: 33019,
      details: { category: 'alcohol' },
    });
  });

  it('of a batch are told with the recipient', () => {
    const bell = texts(4);
    bell[2] = { to: phone(2), body: BELL };
    const whiskey = texts(4);
    whiskey[3] = { to: phone(3), body: VIOLATION };

    expect(refusalOf('batch', { recipients: bell })).toEqual({
      code: 33016,
      details: { recipient: { index: 2, value: phone(2) }, index: 5, character: 'U+0007' },
    });
    expect(refusalOf('batch', { recipients: whiskey })).toMatchObject({
      code: 33019,
      details: { recipient: { index: 3, value: phone(3) }, category: 'alcohol' },
    });
  });

  it('with invalid characters are told before those that violate the rules', () => {
    const both = texts(4);
    both[0] = { to: phone(0), body: VIOLATION };
    both[3] = { to: phone(3), body: BELL };

    expect(refusalOf('batch', { recipients: both })?.code).toBe(33016);
  });

  it('are needed for a broadcast without media', () => {
    expect(refusalOf('broadcast', {})).toEqual(invalid('/body', 'required without mediaUrl'));
    expect(refusalOf('broadcast', { body: '' })).toEqual(invalid('/body', 'required without mediaUrl'));
  });
});

describe('of several mistakes', () => {
  // Each request violates the rule of its row and those of all later rows.
  const twice = { to: phone(0), body: VIOLATION };
  const mixed = { to: phone(1), mediaUrl: 'https://example.com/a.png' };
  it.each([
    ['a number', 33003, [{ to: 'x' }, twice, twice], 'none'],
    ['a duplicate', 33024, [twice, twice, { to: phone(5) }, mixed], 'none'],
    ['a recipient without anything', 33024, [twice, { to: phone(5) }, mixed], 'none'],
    ['the mixture', 33100, [twice, mixed], 'none'],
    ['a foreign sender', 33004, [twice, { to: phone(3), body: BELL }], 'none'],
    ['a sender that is not Active', 33009, [twice, { to: phone(3), body: BELL }], INACTIVE],
    ['a character', 33016, [twice, { to: phone(3), body: BELL }], NUMBER],
    ['the content', 33019, [twice], NUMBER],
  ] as Array<[string, number, RecipientBody[], Item | 'none']>)(
    'tells %s first: %i',
    (_title, code, all, number) => {
      expect(refusalOf('batch', { recipients: all }, number)?.code).toBe(code);
    },
  );
});
