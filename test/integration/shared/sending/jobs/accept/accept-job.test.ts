import { ServiceError } from '../../../../../../shared/errors/service-error';
import { idempotencyKey, quotaKey } from '../../../../../../shared/platform/store/keys';
import type { JobKind } from '../../../../../../shared/sending/jobs/job';
import type { JobRequestBody } from '../../../../../../shared/sending/jobs/job-request.schema';
import { useEngine } from '../../../../../support/engines/engine';
import { countJobItems } from '../../../../../support/sending/job-items';
import { createJobsFixture, type JobsFixture } from '../../../../../support/sending/jobs-fixture';

const OPTED_OUT = { memberships: {}, hardOptOut: { at: '2026-01-01T00:00:00.000Z', source: 'stop' } };
const NOT_OPTED_IN = { memberships: {} };
const HOUR_MS = 3_600_000;

const engine = useEngine();

const fixtureOf = (settings: Parameters<typeof createJobsFixture>[1] = {}) =>
  createJobsFixture(engine.table, { contacts: 20, ...settings });

/** Returns code, details and `Retry-After` of the refusal; an acceptance is an error. */
async function refusal(fixture: JobsFixture, kind: JobKind, request: Partial<JobRequestBody>) {
  try {
    const answer = await fixture.submit(kind, request);
    throw new Error(`Accepted: ${JSON.stringify(answer)}`);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { code, retryAfterSeconds } = error;
    return { code, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
  }
}

const sms = (fixture: JobsFixture) => ({ recipients: fixture.phones.map((to) => ({ to })), body: 'Hello' });
const mms = (fixture: JobsFixture) => ({ ...sms(fixture), mediaUrl: 'https://example.com/a.png' });
const texts = (fixture: JobsFixture) => ({
  recipients: fixture.phones.map((to) => ({ to, body: `To ${to}` })),
});
const pictures = (fixture: JobsFixture) => ({
  recipients: fixture.phones.map((to) => ({ to, mediaUrl: 'https://example.com/a.png' })),
});

async function used(fixture: JobsFixture, day: string): Promise<unknown> {
  return (await engine.table.get(quotaKey(fixture.accountId, day)))?.used;
}

describe('an accepted job (rules 2.2, 4.2, 4.3)', () => {
  it('is answered with 202 in the form of the contract', async () => {
    const fixture = await fixtureOf();

    const { status, body, isReplay } = await fixture.submit('broadcast', sms(fixture));

    expect({ status, isReplay }).toEqual({ status: 202, isReplay: false });
    expect(body).toEqual({
      id: expect.stringMatching(/^brc_[0-9A-HJKMNP-TV-Z]{26}$/) as string,
      from: fixture.from,
      body: 'Hello',
      totalRecipients: 20,
      status: 'queued',
      createdAt: '2026-03-01T12:00:00.000Z',
    });
  });
});

describe('the compliance gate (rules 4.2)', () => {});

describe('credits (rules 8.4)', () => {
  it.each([
    ['broadcast SMS', 'broadcast', sms, { smsCredits: 40, mmsCredits: 0 }],
    ['broadcast MMS', 'broadcast', mms, { smsCredits: 21, mmsCredits: 0 }],
    ['batch SMS', 'batch', texts, { smsCredits: 40, mmsCredits: 0 }],
    ['batch MMS', 'batch', pictures, { smsCredits: 20, mmsCredits: 20 }],
  ] as const)('of a %s may be used up to the last', async (_name, kind, request, settings) => {
    const fixture = await fixtureOf(settings);

    await fixture.submit(kind, request(fixture));

    expect(await fixture.credits()).toEqual({ sms: 0, mms: 0 });
  });

  it.each([
    ['broadcast SMS', 'broadcast', sms, { smsCredits: 39, mmsCredits: 0 }],
    ['broadcast MMS', 'broadcast', mms, { smsCredits: 20, mmsCredits: 0 }],
    ['batch SMS', 'batch', texts, { smsCredits: 39, mmsCredits: 0 }],
    ['batch MMS, of SMS credits', 'batch', pictures, { smsCredits: 19, mmsCredits: 20 }],
    ['batch MMS, of MMS credits', 'batch', pictures, { smsCredits: 20, mmsCredits: 19 }],
  ] as const)(
    'one too few of a %s is 33023, and nothing is left behind',
    async (_name, kind, request, settings) => {
      const fixture = await fixtureOf(settings);
      const before = await countJobItems(engine);

      expect(await refusal(fixture, kind, request(fixture))).toEqual({ code: 33023 });

      expect(await fixture.credits()).toEqual({ sms: settings.smsCredits, mms: settings.mmsCredits });
      expect([await countJobItems(engine), await used(fixture, '2026-03-01')]).toEqual([before, undefined]);
    },
  );

  it('never fall below zero when jobs at once share too few', async () => {
    const fixture = await fixtureOf({ smsCredits: 100 });
    const before = await countJobItems(engine);

    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, async () => fixture.submit('broadcast', sms(fixture))),
    );

    const accepted = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(accepted).toBe(2);
    expect(await fixture.credits()).toEqual({ sms: 20, mms: 1_000_000 });
    expect(await used(fixture, '2026-03-01')).toBe(40);
    // A job and one chunk each; the chunks of the others are deleted.
    expect(await countJobItems(engine)).toBe(before + 4);
  });
});

describe('the daily quota', () => {
  it('may be used up to the last recipient, and then refuses with the seconds to the next UTC day', async () => {
    const fixture = await fixtureOf({ dailyQuota: 40 });
    await fixture.submit('broadcast', sms(fixture));
    await fixture.submit('batch', texts(fixture));

    expect(await refusal(fixture, 'broadcast', sms(fixture))).toEqual({
      code: 33012,
      retryAfterSeconds: 12 * 3_600,
    });
    expect(await used(fixture, '2026-03-01')).toBe(40);
  });

  it('refuses a job that is larger by one than what is left', async () => {
    const fixture = await fixtureOf({ dailyQuota: 20 });
    await fixture.submit('broadcast', { ...sms(fixture), recipients: [{ to: fixture.phones[0] ?? '' }] });

    expect(await refusal(fixture, 'broadcast', sms(fixture))).toMatchObject({ code: 33012 });
    expect(await used(fixture, '2026-03-01')).toBe(1);
  });

  it('counts those who were accepted, and not those who were dropped', async () => {
    const fixture = await fixtureOf({ dailyQuota: 19 });
    await fixture.changeContact(fixture.phones[0] ?? '', NOT_OPTED_IN);

    await fixture.submit('broadcast', sms(fixture));

    expect(await used(fixture, '2026-03-01')).toBe(19);
  });

  it('is new on the next UTC day', async () => {
    const fixture = await fixtureOf({ dailyQuota: 20 });
    await fixture.submit('broadcast', sms(fixture));
    fixture.advance(12 * HOUR_MS - 1);
    expect(await refusal(fixture, 'broadcast', sms(fixture))).toEqual({ code: 33012, retryAfterSeconds: 1 });
    fixture.advance(1);

    await fixture.submit('broadcast', sms(fixture));

    expect(await used(fixture, '2026-03-02')).toBe(20);
  });

  it('comes before credits, and after the gate', async () => {
    const fixture = await fixtureOf({ dailyQuota: 1, smsCredits: 0 });
    expect(await refusal(fixture, 'broadcast', sms(fixture))).toMatchObject({ code: 33012 });
    for (const phone of fixture.phones) await fixture.changeContact(phone, NOT_OPTED_IN);

    expect(await refusal(fixture, 'broadcast', sms(fixture))).toEqual({ code: 33028 });
  });

  it('is not exceeded by jobs at once', async () => {
    const fixture = await fixtureOf({ dailyQuota: 50 });

    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, async () => fixture.submit('broadcast', sms(fixture))),
    );

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await used(fixture, '2026-03-01')).toBe(40);
  });
});

describe('per-recipient keys at acceptance (rules 8.3)', () => {
  const keyed = (fixture: JobsFixture) => ({
    ...sms(fixture),
    recipients: fixture.phones.map((to, index) => ({ to, idempotencyKey: `key-${index}` })),
  });

  it('that were consumed drop their recipients, uncharged', async () => {
    const fixture = await fixtureOf();
    await fixture.submit('broadcast', {
      ...keyed(fixture),
      recipients: keyed(fixture).recipients.slice(0, 5),
    });
    await fixture.runToEnd();
    const before = await fixture.credits();

    const { body } = await fixture.submit('broadcast', keyed(fixture));

    expect(body).toMatchObject({ totalRecipients: 15, status: 'queued' });
    expect(await fixture.credits()).toEqual({ ...before, sms: before.sms - 30 });
  });

  it('that were all consumed leave a job without recipients: 202, completed, free', async () => {
    const fixture = await fixtureOf();
    await fixture.submit('broadcast', keyed(fixture));
    await fixture.runToEnd();
    const before = await fixture.credits();

    const { status, body } = await fixture.submit('broadcast', keyed(fixture));

    expect(status).toBe(202);
    expect(body).toMatchObject({ totalRecipients: 0, status: 'completed' });
    expect(await fixture.credits()).toEqual(before);
    expect(await used(fixture, '2026-03-01')).toBe(20);
  });

  it('are free again 48 hours after the hand-over', async () => {
    const fixture = await fixtureOf();
    await fixture.submit('broadcast', keyed(fixture));
    await fixture.runToEnd();
    fixture.advance(48 * HOUR_MS);

    const { body } = await fixture.submit('broadcast', keyed(fixture));

    expect(body).toMatchObject({ totalRecipients: 20 });
  });
});

describe('a request-level key (rules 8.3)', () => {
  const withKey = (fixture: JobsFixture) => ({ ...sms(fixture), idempotencyKey: 'spring' });

  it('makes one job of ten requests at once', async () => {
    const fixture = await fixtureOf();

    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => fixture.submit('broadcast', withKey(fixture))),
    );

    const texts = new Set(answers.map(({ status, body }) => JSON.stringify({ status, body })));
    expect(texts.size).toBe(1);
    expect(answers.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
    expect(await fixture.credits()).toEqual({ sms: 1_000_000 - 40, mms: 1_000_000 });
  });

  it('is free for 48 hours from acceptance, to the millisecond', async () => {
    const fixture = await fixtureOf();
    await fixture.submit('broadcast', withKey(fixture));
    fixture.advance(48 * HOUR_MS - 1);
    expect((await fixture.submit('broadcast', withKey(fixture))).isReplay).toBe(true);
    fixture.advance(1);

    expect((await fixture.submit('broadcast', withKey(fixture))).isReplay).toBe(false);
  });

  it('can be used again after a refusal', async () => {
    const fixture = await fixtureOf({ smsCredits: 0 });
    expect(await refusal(fixture, 'broadcast', withKey(fixture))).toEqual({ code: 33023 });
    expect(await engine.table.get(idempotencyKey(fixture.accountId, 'broadcast', 'spring'))).toBeUndefined();
    for (const phone of fixture.phones) await fixture.changeContact(phone, OPTED_OUT);

    expect(await refusal(fixture, 'broadcast', withKey(fixture))).toEqual({ code: 33029 });
  });

  it('is another one for batches', async () => {
    const fixture = await fixtureOf();
    await fixture.submit('broadcast', withKey(fixture));

    const batch = await fixture.submit('batch', { ...texts(fixture), idempotencyKey: 'spring' });

    expect(batch.isReplay).toBe(false);
  });
});

describe('a dry run', () => {
  it('tells who would be dropped, segments and credits, and changes nothing', async () => {
    const fixture = await fixtureOf();
    await fixture.submit('broadcast', {
      ...sms(fixture),
      recipients: [{ to: fixture.phones[2] ?? '', idempotencyKey: 'used' }],
    });
    await fixture.runToEnd();
    await fixture.changeContact(fixture.phones[0] ?? '', NOT_OPTED_IN);
    await fixture.changeContact(fixture.phones[1] ?? '', OPTED_OUT);
    const before = [await fixture.credits(), await used(fixture, '2026-03-01'), await countJobItems(engine)];
    const recipients = fixture.phones.map((to, index) => ({
      to,
      ...(index === 2 && { idempotencyKey: 'used' }),
    }));

    const { status, body } = await fixture.submit('broadcast', {
      body: 'a'.repeat(161),
      recipients,
      dryRun: true,
      idempotencyKey: 'dry',
    });

    expect(status).toBe(200);
    expect(body).toEqual({
      dryRun: true,
      totalRecipients: 17,
      dropped: { notOptedIn: 1, hardOptedOut: 1, keyConsumed: 1 },
      encoding: 'GSM-7',
      segments: 2,
      credits: { sms: 34, mms: 0 },
    });
    expect([await fixture.credits(), await used(fixture, '2026-03-01'), await countJobItems(engine)]).toEqual(
      before,
    );
    expect(await engine.table.get(idempotencyKey(fixture.accountId, 'broadcast', 'dry'))).toBeUndefined();
  });

  it('of a batch tells the segments of the longest body', async () => {
    const fixture = await fixtureOf();
    const recipients = fixture.phones.map((to, index) => ({
      to,
      body: index === 7 ? 'é—'.repeat(40) : 'Hello',
    }));

    const { body } = await fixture.submit('batch', { recipients, dryRun: true });

    expect(body).toMatchObject({ encoding: 'UCS-2', segments: 2, credits: { sms: 40, mms: 0 } });
  });

  it('warns of the tags of a broadcast that are none', async () => {
    const fixture = await fixtureOf();
    const warnings = async (body: string) => {
      const dryRun = await fixture.submit('broadcast', { ...sms(fixture), body, dryRun: true });
      return (dryRun.body as { warnings?: string[] }).warnings;
    };
    expect(await warnings('Hi {{contact_first_name}}')).toBeUndefined();
    expect(await warnings('Hi {{name}} {{contact_custom_field_2}}')).toEqual([
      '{{name}} is no merge tag and is sent as it is written.',
      '{{contact_custom_field_2}} is empty for everyone: the account has no such custom field.',
    ]);
  });

  it('warns of the tags of a batch with the first recipients that have them', async () => {
    const fixture = await fixtureOf();
    const recipients = fixture.phones.map((to, index) => ({
      to,
      body: index === 0 ? 'Hi' : index === 1 ? 'Hi {{you}}' : 'Hi {{name}}',
    }));
    const { body } = await fixture.submit('batch', { recipients, dryRun: true });
    expect(body).toMatchObject({
      warnings: [
        '/recipients/1/body: {{you}} is no merge tag and is sent as it is written.',
        '/recipients/2/body, /recipients/3/body, /recipients/4/body and 15 more: {{name}} is no merge tag and is sent as it is written.',
      ],
    });
  });

  it.each([
    [20, 20, /\{\{tag_19\}\}/],
    [21, 21, /^There is 1 more of these\.$/],
    [22, 21, /^There are 2 more of these\.$/],
  ])('of a batch with %s mistakes has %s warnings', async (mistakes, count, last) => {
    const fixture = await fixtureOf();
    const tags = Array.from({ length: mistakes }, (_, index) => `{{tag_${index}}}`);
    const recipients = fixture.phones.map((to, index) => ({ to, body: index === 3 ? tags.join(' ') : 'Hi' }));
    const { body } = await fixture.submit('batch', { recipients, dryRun: true });
    const { warnings } = body as { warnings: string[] };
    expect(warnings).toHaveLength(count);
    expect(warnings.at(-1)).toMatch(last);
  });

  it('tells how many would fail by their values', async () => {
    const fixture = await fixtureOf({ maxSegments: 1 });
    const [first = '', second = '', third = ''] = fixture.phones;
    await fixture.changeContact(first, { firstName: 'bit.ly/x1' });
    await fixture.changeContact(second, { firstName: 'x'.repeat(157) });
    await fixture.changeContact(third, { firstName: 'x'.repeat(156) });
    const request = { ...sms(fixture), body: 'See {{contact_first_name}}', dryRun: true };

    const broadcast = await fixture.submit('broadcast', request);
    const mms = await fixture.submit('broadcast', { ...request, mediaUrl: 'https://example.com/a.png' });
    const recipients = fixture.phones.map((to) => ({ to, body: 'See {{contact_first_name}}' }));
    const batch = await fixture.submit('batch', { recipients, dryRun: true });

    const failing = { lookedAt: 20, contentRejected: 1, messageRejected: 1 };
    expect(broadcast.body).toMatchObject({ totalRecipients: 20, failing });
    expect(mms.body).toMatchObject({ failing: { ...failing, messageRejected: 0 } });
    expect(batch.body).toMatchObject({ failing });
  });

  it('tells that all would fail by their length', async () => {
    const fixture = await fixtureOf({ maxSegments: 1 });
    const { body } = await fixture.submit('broadcast', {
      ...sms(fixture),
      body: 'x'.repeat(161),
      dryRun: true,
    });

    expect(body).toMatchObject({ failing: { lookedAt: 20, contentRejected: 0, messageRejected: 20 } });
  });

  it('is refused like the request itself', async () => {
    const fixture = await fixtureOf({ smsCredits: 39 });

    expect(await refusal(fixture, 'broadcast', { ...sms(fixture), dryRun: true })).toEqual({ code: 33023 });
  });
});
