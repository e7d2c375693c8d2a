import { updateAccount } from '../../../../../shared/accounts/account-store';
import { linkTokenKey, accountLinkKey } from '../../../../../shared/platform/store/keys';
import { readOutboxItem } from '../../../../../shared/outbox/outbox';
import { readOutbox } from '../../../../support/engines/outbox-items';
import { useEngine } from '../../../../support/engines/engine';
import { REFUSED, UNAVAILABLE } from '../../../../support/sending/scripted-provider';
import {
  createSendingFixture,
  FROM,
  type SendingFixture,
  START,
  TO,
} from '../../../../support/sending/sending-fixture';

const engine = useEngine();
let sending: SendingFixture;

beforeEach(async () => {
  sending = await createSendingFixture(engine.table);
});

const idOf = (outcome: unknown) => (outcome as { body: { id: string } }).body.id;

describe('a single send (rules 4.1)', () => {
  it('without a key is made every time', async () => {
    const outcomes = [await sending.send(), await sending.send()];
    expect(new Set(outcomes.map(idOf)).size).toBe(2);
    expect(sending.provider.taken).toHaveLength(2);
  });

  it('is an MMS with mediaUrl, whose body may be missing', async () => {
    const outcome = await sending.send({
      body: '',
      mediaUrl: 'https://example.com/{{contact_first_name}}.jpg',
    });
    expect(outcome).toMatchObject({ status: 201, body: { body: '', status: 'sent' } });
    expect(sending.provider.taken).toMatchObject([
      { body: '', mediaUrl: 'https://example.com/{{contact_first_name}}.jpg' },
    ]);
    expect(await sending.credits()).toEqual({ sms: 98, mms: 9 });
  });

  it('goes out with values that make it as long as can be: 12,000 bytes', async () => {
    sending = await createSendingFixture(engine.table, { maxSegments: 1_000 });
    await sending.changeContact({ firstName: 'é'.repeat(5_998) });
    const outcome = await sending.send({ body: 'Hi, {{contact_first_name}}' });
    expect(outcome).toMatchObject({ status: 201, body: { status: 'sent' } });
    expect(sending.provider.taken).toMatchObject([{ body: `Hi, ${'é'.repeat(5_998)}` }]);
  });

  it('with values that make it longer than that fails for nothing, and leaves its key free', async () => {
    await sending.changeContact({ firstName: 'é'.repeat(5_998) });
    const send = () => sending.send({ body: 'Hi!! {{contact_first_name}}', idempotencyKey: 'long-1' });
    expect(await send()).toMatchObject({
      status: 201,
      body: { status: 'failed', errorType: 'message_rejected', body: 'Hi!! {{contact_first_name}}' },
    });
    expect(sending.provider.taken).toEqual([]);
    expect(await sending.credits()).toEqual({ sms: 100, mms: 10 });
    await sending.changeContact({ firstName: 'Ada' });
    expect(await send()).toMatchObject({ isReplay: false, body: { status: 'sent', body: 'Hi!! Ada' } });
  });

  describe('whose values change its text (rules E7)', () => {
    const valueOf = async (postalCode: string, settings: Parameters<typeof createSendingFixture>[1] = {}) => {
      sending = await createSendingFixture(engine.table, settings);
      await sending.changeContact({ address: { postalCode } });
    };

    it.each([
      ['a shortener', 'See {{contact_zip_code}}', 'www.bit.ly/x1', 'phishing'],
      ['the end of a shortener', 'See bit.{{contact_zip_code}}', 'ly/x1', 'phishing'],
      ['a product for an offer', '20% off {{contact_zip_code}}', 'vodka', 'alcohol'],
      ['half a word', '20% off vod{{contact_zip_code}}', 'ka', 'alcohol'],
      ['an offer for a product', 'Vodka, {{contact_zip_code}}', 'half price', 'alcohol'],
    ])('fails for nothing with %s, and leaves its key free', async (_, body, value, category) => {
      await valueOf(value);
      const send = () => sending.send({ body, idempotencyKey: 'value-1' });
      expect(await send()).toMatchObject({
        status: 201,
        body: {
          status: 'failed',
          errorType: 'content_rejected',
          errorMessage: `With the values of its merge tags the text has what the content rules refuse (${category}).`,
          body: body.replace('{{contact_zip_code}}', value),
        },
      });
      expect(sending.provider.taken).toEqual([]);
      expect(await sending.credits()).toEqual({ sms: 100, mms: 10 });
      await sending.changeContact({ address: { postalCode: '10001' } });
      expect(await send()).toMatchObject({ isReplay: false, body: { status: 'sent' } });
    });

    it('fails with a character that cannot be delivered', async () => {
      await valueOf('1\u0007');
      expect(await sending.send({ body: 'See {{contact_zip_code}}' })).toMatchObject({
        status: 201,
        body: {
          errorType: 'content_rejected',
          errorMessage:
            'With the values of its merge tags the text has a character that cannot be delivered (U+0007).',
        },
      });
      expect(await sending.credits()).toEqual({ sms: 100, mms: 10 });
    });

    it('goes out with a subject that the account may send', async () => {
      await valueOf('vodka', { contentExemptions: ['alcohol'] });
      expect(await sending.send({ body: '20% off {{contact_zip_code}}' })).toMatchObject({
        body: { status: 'sent', body: '20% off vodka' },
      });
    });

    it('goes out with a value that looks like a tag', async () => {
      await valueOf('{{trackingLink "a.io"}} vod{{contact_first_name}}ka 20% off');
      expect(await sending.send({ body: 'See {{contact_zip_code}}' })).toMatchObject({
        body: { status: 'sent', body: 'See {{trackingLink "a.io"}} vod{{contact_first_name}}ka 20% off' },
      });
    });

    it('goes out with a registered link, whatever its domain', async () => {
      await sending.table.put({
        Item: { ...accountLinkKey(sending.accountId, 'bit.ly/a'), link: 'bit.ly/a' },
      });
      await sending.changeContact({ firstName: 'Ada' });
      const outcome = await sending.send({ body: '{{contact_first_name}}: {{trackingLink "bit.ly/a"}}' });
      expect(outcome).toMatchObject({ body: { status: 'sent' } });
    });

    it.each([
      ['as many segments as the account allows', 2, 306, 'sent'],
      ['one segment more', 2, 307, 'failed'],
      ['ten segments unless the account has its own limit', undefined, 1_530, 'sent'],
      ['eleven', undefined, 1_531, 'failed'],
    ])('with %s', async (_, maxSegments, length, status) => {
      await valueOf('x'.repeat(length - 1), maxSegments === undefined ? {} : { maxSegments });
      const outcome = await sending.send({ body: '.{{contact_zip_code}}' });
      expect(outcome).toMatchObject({ status: 201, body: { status } });
      if (status === 'sent') return;
      expect(outcome).toMatchObject({
        body: {
          errorType: 'message_rejected',
          errorMessage: `The text takes ${(maxSegments ?? 10) + 1} segments; the account allows ${maxSegments ?? 10}.`,
          body: `.${'x'.repeat(length - 1)}`,
        },
      });
      expect(await sending.credits()).toEqual({ sms: 100, mms: 10 });
    });

    it.each(['{{contact_zip_code}}', ' {{contact_zip_code}}\n{{contact_last_name}}'])(
      'fails for nothing when it has no text left: %j',
      async (body) => {
        await valueOf('');
        expect(await sending.send({ body })).toMatchObject({
          status: 201,
          body: {
            status: 'failed',
            errorType: 'message_rejected',
            errorMessage: 'The text is empty with the values of its merge tags.',
          },
        });
        expect(sending.provider.taken).toEqual([]);
        expect(await sending.credits()).toEqual({ sms: 100, mms: 10 });
      },
    );

    it('goes out as an MMS without a text', async () => {
      await valueOf('');
      const mediaUrl = 'https://example.com/cat.jpg';
      expect(await sending.send({ body: '{{contact_zip_code}}', mediaUrl })).toMatchObject({
        body: { status: 'sent', body: '' },
      });
    });

    it('has no segments as an MMS', async () => {
      await valueOf('x'.repeat(307), { maxSegments: 2 });
      const mediaUrl = 'https://example.com/cat.jpg';
      expect(await sending.send({ body: '{{contact_zip_code}}', mediaUrl })).toMatchObject({
        body: { status: 'sent' },
      });
    });
  });

  it('refused by the provider is failed, and its credits are refunded', async () => {
    sending.provider.script(REFUSED);
    const outcome = await sending.send({ mediaUrl: 'https://example.com/cat.jpg' });
    expect(outcome).toEqual({
      status: 201,
      isReplay: false,
      body: {
        id: idOf(outcome),
        direction: 'outbound',
        to: TO,
        from: FROM,
        body: 'Hello',
        status: 'failed',
        errorType: 'invalid_number',
        errorMessage: 'No such number.',
        createdAt: START,
      },
    });
    expect(await sending.credits()).toEqual({ sms: 100, mms: 10 });
  });
});

describe('credits (rules 8.4)', () => {
  it.each([
    ['SMS credits', { smsCredits: 1, mmsCredits: 10 }, {}],
    ['SMS credits for an MMS', { smsCredits: 1, mmsCredits: 1 }, { mediaUrl: 'https://example.com/cat.jpg' }],
    ['MMS credits', { smsCredits: 10, mmsCredits: 0 }, { mediaUrl: 'https://example.com/cat.jpg' }],
  ])('that are too few %s leave everything untouched', async (_title, credits, body) => {
    sending = await createSendingFixture(engine.table, credits);
    expect(await sending.send({ ...body, idempotencyKey: 'order:1' })).toEqual({ code: 33023 });
    expect(sending.provider.asked).toEqual([]);
    expect(await sending.credits()).toEqual({ sms: credits.smsCredits, mms: credits.mmsCredits });
    expect(await sending.keyRecord('order:1')).toBeUndefined();
  });

  it('may be used up to the last', async () => {
    sending = await createSendingFixture(engine.table, { smsCredits: 2, mmsCredits: 1 });
    expect(await sending.send({ mediaUrl: 'https://example.com/cat.jpg' })).toMatchObject({ status: 201 });
    expect(await sending.credits()).toEqual({ sms: 0, mms: 0 });
  });
});

describe('a STOP between reading the contact and the claim', () => {
  it.each([
    ['wins over the send', { memberships: {}, hardOptOut: { at: START, source: 'stop' } }, 33029],
    ['wins even while memberships are left', { hardOptOut: { at: START, source: 'stop' } }, 33029],
    ['may be a removal from the last group', { memberships: {} }, 33028],
  ])('%s', async (_title, attributes, code) => {
    const transact = engine.table.transact.bind(engine.table);
    const spy = jest.spyOn(engine.table, 'transact').mockImplementationOnce(async (actions) => {
      await sending.changeContact(attributes);
      return transact(actions);
    });
    expect(await sending.send({ idempotencyKey: 'order:1' })).toEqual({ code });
    spy.mockRestore();
    expect(sending.provider.asked).toEqual([]);
    expect(await sending.credits()).toEqual({ sms: 100, mms: 10 });
    expect(await sending.keyRecord('order:1')).toBeUndefined();
  });

  it('that is no more than a change of the contact’s name lets the send through', async () => {
    const transact = engine.table.transact.bind(engine.table);
    const spy = jest.spyOn(engine.table, 'transact').mockImplementationOnce(async (actions) => {
      await sending.changeContact({ firstName: 'Ada', version: 2 });
      return transact(actions);
    });
    expect(await sending.send()).toMatchObject({ status: 201, body: { status: 'sent' } });
    spy.mockRestore();
  });
});

describe('a message that the provider is not available for', () => {
  const SECOND = 1_000;

  it('is queued without sentAt, charged, and in the outbox for the message queue', async () => {
    sending.provider.script(UNAVAILABLE);
    const outcome = await sending.send();
    expect(outcome).toMatchObject({ status: 201, body: { status: 'queued' } });
    expect(outcome).not.toHaveProperty('body.sentAt');
    expect(await sending.credits()).toEqual({ sms: 98, mms: 10 });
    expect(await entriesOf(idOf(outcome))).toEqual([
      { kind: 'message', messageId: idOf(outcome), accountId: sending.accountId, delaySeconds: 1 },
    ]);
  });

  it('is sent by the queue once its time has come', async () => {
    sending.provider.script(UNAVAILABLE);
    const id = idOf(await sending.send());
    sending.advance(1 * SECOND);
    await sending.attempt(id);
    expect(await sending.message(id)).toMatchObject({
      status: 'sent',
      phase: 'settled',
      attempts: 2,
      sentAt: '2026-03-01T12:00:01.000Z',
    });
    expect(sending.provider.taken).toHaveLength(1);
    expect(await sending.credits()).toEqual({ sms: 98, mms: 10 });
  });

  it('is left alone before its time', async () => {
    sending.provider.script({ outcome: 'unavailable', retryAfterSeconds: 60 });
    const id = idOf(await sending.send());
    sending.advance(58 * SECOND);
    await sending.attempt(id);
    expect(sending.provider.asked).toHaveLength(1);
  });

  it('never waits longer in the queue than SQS can', async () => {
    sending.provider.script({ outcome: 'unavailable', retryAfterSeconds: 3600 });
    const id = idOf(await sending.send());
    expect(await entriesOf(id)).toMatchObject([{ delaySeconds: 900 }]);
    expect(await sending.message(id)).toMatchObject({ nextAttemptAt: '2026-03-01T13:00:00.000Z' });
  });

  it('is handed over once, however often the queue names it at the same time', async () => {
    sending.provider.script(UNAVAILABLE);
    const id = idOf(await sending.send());
    sending.advance(1 * SECOND);
    await Promise.all(Array.from({ length: 10 }, () => sending.attempt(id)));
    await sending.attempt(id);
    expect(sending.provider.taken).toHaveLength(1);
  });

  it('fails with its credits back when the provider refuses it later', async () => {
    sending.provider.script(UNAVAILABLE, REFUSED);
    const id = idOf(await sending.send());
    sending.advance(1 * SECOND);
    await sending.attempt(id);
    expect(await sending.message(id)).toMatchObject({ status: 'failed', errorType: 'invalid_number' });
    expect(await sending.credits()).toEqual({ sms: 100, mms: 10 });
  });

  it('is tried with growing waits while it is throttled, and given up after 4 hours, credits back', async () => {
    const attempts: number[] = [];
    const throttled = { ...UNAVAILABLE, isNoOutage: true as const };
    sending.provider.script(...Array.from({ length: 500 }, () => throttled));
    const id = idOf(await sending.send());
    for (let message = await sending.message(id); message.phase === 'waiting';) {
      const waitMs = Date.parse(message.nextAttemptAt ?? '') - sending.clock.now().getTime();
      attempts.push(waitMs / SECOND);
      sending.advance(waitMs);
      await sending.attempt(id);
      message = await sending.message(id);
    }
    expect(await sending.message(id)).toMatchObject({
      status: 'failed',
      errorType: 'provider_unavailable',
      errorMessage: 'The provider could not be reached in time.',
    });
    expect(await sending.credits()).toEqual({ sms: 100, mms: 10 });
    const minutes = (sending.clock.now().getTime() - Date.parse(START)) / 60_000;
    expect(minutes).toBeGreaterThan(235);
    expect(minutes).toBeLessThanOrEqual(240);
    expect(Math.max(...attempts)).toBeLessThanOrEqual(60);
    expect(sending.provider.taken).toEqual([]);
  });

  it.each([
    [
      'a STOP since',
      { memberships: {}, hardOptOut: { at: START, source: 'stop' } },
      { errorType: 'opted_out', errorMessage: 'The recipient has opted out since the message was accepted.' },
    ],
    [
      'a removal from the last group since',
      { memberships: {} },
      { errorType: 'not_opted_in', errorMessage: 'The recipient is not opted in any more.' },
    ],
  ])('is not sent after %s', async (_title, attributes, error) => {
    sending.provider.script(UNAVAILABLE);
    const id = idOf(await sending.send());
    await sending.changeContact(attributes);
    sending.advance(1 * SECOND);
    await sending.attempt(id);
    expect(await sending.message(id)).toMatchObject({ status: 'failed', ...error });
    expect(sending.provider.asked).toHaveLength(1);
    expect(await sending.credits()).toEqual({ sms: 100, mms: 10 });
  });

  it('is not sent to a country that is not enabled any more', async () => {
    sending.provider.script(UNAVAILABLE);
    const id = idOf(await sending.send());
    await updateAccount({
      table: engine.table,
      accountId: sending.accountId,
      changes: { countries: ['DE'] },
    });
    sending.advance(1 * SECOND);
    await sending.attempt(id);
    expect(await sending.message(id)).toMatchObject({
      status: 'failed',
      errorType: 'country_not_enabled',
      errorMessage: 'The account may not text numbers of this country.',
    });
    expect(sending.provider.asked).toHaveLength(1);
    expect(await sending.credits()).toEqual({ sms: 100, mms: 10 });
  });

  async function entriesOf(messageId: string) {
    const entries = [];
    for (const item of await readOutbox(engine.table)) {
      const { entry } = readOutboxItem(item);
      if (entry.kind === 'message' && entry.messageId === messageId) entries.push(entry);
    }
    return entries;
  }
});

describe('a tracking link (rules 2.7)', () => {
  const LINK = 'go.example.com/summer';
  const register = (accountId: string) =>
    engine.table.put({
      Item: {
        ...accountLinkKey(accountId, LINK),
        ...{ entity: 'link', link: LINK, accountId, url: 'https://shop.example.com/', createdAt: START },
      },
    });

  it('becomes the short URL with a token that stands for the message', async () => {
    await register(sending.accountId);
    const outcome = await sending.send({ body: `See {{trackingLink "${LINK}"}}!` });
    const text = sending.provider.taken[0]?.body ?? '';
    const token = /^See https:\/\/go\.example\.com\/summer\?r=([A-Za-z0-9]{10})!$/.exec(text)?.[1] ?? '';
    expect(await engine.table.get(linkTokenKey(token))).toMatchObject({
      accountId: sending.accountId,
      messageId: idOf(outcome),
    });
  });

  it('of another account is no registered link: the raw argument goes out', async () => {
    await register('acc_other');
    await sending.send({ body: `See {{trackingLink "${LINK}"}}!` });
    expect(sending.provider.taken).toMatchObject([{ body: `See ${LINK}!` }]);
  });
});
