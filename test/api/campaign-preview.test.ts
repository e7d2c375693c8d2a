import { DateTime } from 'luxon';
import { updateAccount } from '../../shared/accounts/account-store';
import { createGroup } from '../../shared/audience/groups/create-group';
import { optOutContact } from '../../shared/audience/consent/opt-out-contact';
import { updateNumber } from '../../shared/senders/number-store';
import { useSendingService } from '../support/service/sending-service';
import { type ApiAnswer, callApi, randomGermanPhone, randomPhone } from '../support/service/service';

const fixture = useSendingService();
const CAMPAIGNS = '/api/v1/campaigns';
const UNKNOWN_ID = 'cmp_01KJMNEX00A5DWRV8QZ9RT5BGP';

const call = (method: string, path: string, body?: unknown) =>
  callApi(fixture.service, { account: fixture.account, method, path, body });
const refusalOf = ({ status, body }: ApiAnswer) => [status, (body as { code?: number }).code];

async function createCampaign(changes: object = {}): Promise<string> {
  const { status, body } = await call('POST', CAMPAIGNS, {
    ...{
      name: 'Sale',
      from: fixture.account.from,
      body: 'Hello {{contact_first_name}}',
      audience: { everyone: true },
    },
    ...{ purpose: 'informational', ...changes },
  });
  expect(status).toBe(201);
  return (body as { id: string }).id;
}

const newGroup = async () =>
  (
    await createGroup(fixture.service.deps, {
      ...{ accountId: fixture.account.accountId, name: 'News', optInType: 'SINGLE' },
      from: fixture.account.from,
    })
  ).id;

async function contact(phone: string, profile: object, groupId?: string): Promise<string> {
  const path = `/api/v1/contacts/by-phone/${encodeURIComponent(phone)}`;
  const made = await call('POST', path, profile);
  const joined = groupId === undefined ? undefined : await call('POST', `${path}/groups/${groupId}`);
  expect([made.status, joined?.status ?? 200]).toEqual([201, 200]);
  return phone;
}
const preview = async (id: string) => {
  const { status, body } = await call('POST', `${CAMPAIGNS}/${id}/preview`);
  expect(status).toBe(200);
  return body as { warnings: string[] };
};

describe('E4: the preview of a campaign', () => {
  it('counts the audience, says when who is due, and shows their texts', async () => {
    const groupId = await newGroup();
    const seattle = await contact(randomPhone(), { firstName: 'Ada' }, groupId);
    const newYork = await contact(
      randomPhone(),
      { firstName: 'Bea', address: { postalCode: '10001', country: 'US' } },
      groupId,
    );
    const german = await contact(randomGermanPhone(), {}, groupId);
    await contact(randomPhone(), { firstName: 'Not opted in' });
    const stopped = await contact(randomPhone(), {}, groupId);
    const { deps } = fixture.service;
    await optOutContact(deps, {
      accountId: fixture.account.accountId,
      phoneNumber: stopped,
      source: 'stop',
      evidence: undefined,
    });
    const schedule = { localTime: '2035-03-01T10:00', timeZone: 'recipient' };

    const shown = await preview(await createCampaign({ schedule }));

    expect(shown).toEqual({
      audience: {
        matched: 5,
        sendable: 3,
        blocked: { notOptedIn: 1, hardOptedOut: 1 },
        isComplete: true,
      },
      encoding: 'GSM-7',
      segments: 1,
      credits: { sms: 6, mms: 0 },
      firstAt: '2035-03-01T10:00:00.000Z',
      lastAt: '2035-03-01T18:00:00.000Z',
      durationSeconds: 8 * 60 * 60,
      expiring: 0,
      unreachable: 0,
      byTimeZone: [
        { timeZone: 'UTC', recipients: 1, at: '2035-03-01T10:00:00.000Z' },
        { timeZone: 'America/New_York', recipients: 1, at: '2035-03-01T15:00:00.000Z' },
        { timeZone: 'America/Los_Angeles', recipients: 1, at: '2035-03-01T18:00:00.000Z' },
      ],
      samples: expect.arrayContaining([
        { to: seattle, body: 'Hello Ada' },
        { to: newYork, body: 'Hello Bea' },
        { to: german, body: 'Hello ' },
      ]) as unknown,
      warnings: ['1 recipient is without a known time zone: UTC counts for them.'],
    });
    expect(await fixture.sending.taken(seattle)).toEqual([]);
  });

  it('puts who may not be reached yet at the next opening', async () => {
    const groupId = await newGroup();
    await contact(randomPhone(), {}, groupId);
    const nightInSeattle = { at: '2035-03-01T11:00:00.000Z' };
    const shown = await preview(
      await createCampaign({
        purpose: 'marketing',
        schedule: nightInSeattle,
        body: 'Sale. Reply STOP to end.',
      }),
    );
    expect(shown).toMatchObject({
      firstAt: '2035-03-01T16:00:00.000Z',
      warnings: ['1 recipient is outside the hours, and would wait.'],
    });
  });

  it('counts no recipients where the audience is empty', async () => {
    const shown = await preview(await createCampaign({ mediaUrl: 'https://media.example.com/a.jpg' }));
    expect(shown).toMatchObject({
      ...{ firstAt: null, lastAt: null, byTimeZone: [], samples: [], credits: { sms: 0, mms: 0 } },
      ...{ durationSeconds: 0, expiring: 0, unreachable: 0 },
      warnings: ['No contact of the audience can be sent to.'],
    });
  });

  it('warns of what one may want to change', async () => {
    const { table } = fixture.service.deps;
    const { accountId } = fixture.account;
    await updateAccount({ table, accountId, changes: { approvalAbove: 0 } });
    await contact(randomPhone(), {}, await newGroup());
    const { warnings } = await preview(
      await createCampaign({
        purpose: 'marketing',
        body: 'é'.repeat(200) + 'ê',
        expiresAt: '2020-01-01T00:00Z',
      }),
    );
    expect(warnings).toEqual([
      'It cannot be launched: /expiresAt must be after the time at which the campaign is due.',
      '1 recipient is not due before the campaign expires, and would be skipped.',
      'The text does not say how to opt out, such as "Reply STOP to opt out".',
      'The text takes 3 segments, each of which carriers charge for.',
      'A character outside GSM-7 limits a segment to 70 characters.',
      'It needs an approval: the audience has more than 0 recipients.',
    ]);
  });

  it('warns of the segments of the texts that are sent, not of the body with its tags', async () => {
    const groupId = await newGroup();
    await contact(randomPhone(), { firstName: 'Ada' }, groupId);
    const shortened = await createCampaign({
      body: `Hi {{contact_first_name}}${'.'.repeat(150)}`,
      audience: { groups: [groupId] },
    });
    expect((await preview(shortened)).warnings).toEqual([]);
    await contact(randomPhone(), { firstName: 'A'.repeat(20) }, groupId);
    expect((await preview(shortened)).warnings).toEqual([
      'The text takes up to 2 segments, each of which carriers charge for.',
    ]);
  });
});

describe('E4: a body with what is no merge tag', () => {
  const body = 'Hi {{first_name}}, see {{trackingLink "go.example.com/none"}} {{contact_custom_field_5}}';
  const UNKNOWN =
    '{{first_name}} is no merge tag and is sent as it is written. Did you mean {{contact_first_name}}?';
  const UNREGISTERED =
    '{{trackingLink "go.example.com/none"}} names no registered link: go.example.com/none is sent in its place, and clicks do not count.';
  const NO_FIELD = '{{contact_custom_field_5}} is empty for everyone: the account has no such custom field.';
  const refusal = {
    status: 400,
    body: {
      code: 33100,
      details: {
        errors: [
          { pointer: '/body', reason: 'has {{first_name}}, which is no merge tag' },
          {
            pointer: '/body',
            reason: 'has {{trackingLink "go.example.com/none"}}, whose link is not registered',
          },
        ],
      },
    },
  };

  it('is told by the preview and the test, and not launched', async () => {
    const phone = await contact(randomPhone(), { firstName: 'Ada' }, await newGroup());
    const id = await createCampaign({ body });
    expect((await preview(id)).warnings.slice(0, 3)).toEqual([
      `${UNKNOWN} A campaign with it cannot be launched.`,
      `${UNREGISTERED} A campaign with it cannot be launched.`,
      NO_FIELD,
    ]);
    const tested = await call('POST', `${CAMPAIGNS}/${id}/test`, { to: [phone] });
    expect(tested).toMatchObject({
      status: 200,
      body: { results: [{ to: phone, status: 'sent' }], warnings: [UNKNOWN, UNREGISTERED, NO_FIELD] },
    });
    expect((await fixture.sending.taken(phone)).map((sent) => sent.body)).toEqual([
      'Hi {{first_name}}, see go.example.com/none ',
    ]);
    expect(await call('POST', `${CAMPAIGNS}/${id}/launch`)).toMatchObject(refusal);
    expect((await call('GET', `${CAMPAIGNS}/${id}`)).body).toMatchObject({ status: 'draft' });
  });

  it('is not launched by the request that makes the campaign either', async () => {
    const audience = { groups: [await newGroup()] };
    const plan = { name: 'Sale', from: fixture.account.from, body, audience, purpose: 'informational' };
    expect(await call('POST', CAMPAIGNS, { ...plan, launch: true })).toMatchObject(refusal);
    expect((await call('GET', CAMPAIGNS)).body).toEqual({ results: [] });
  });

  it('is launched where only a custom field is missing, or the tag is mended', async () => {
    const id = await createCampaign({ body: 'Hi {{contact_custom_field_5}}' });
    expect(await call('POST', `${CAMPAIGNS}/${id}/launch`)).toMatchObject({ status: 202 });
    const mended = await createCampaign({ body });
    await call('PATCH', `${CAMPAIGNS}/${mended}`, { body: 'Hi {{contact_first_name}}' });
    expect(await call('POST', `${CAMPAIGNS}/${mended}/launch`)).toMatchObject({ status: 202 });
  });

  it('is told of no body whose tags are all known', async () => {
    const phone = await contact(randomPhone(), {}, await newGroup());
    const id = await createCampaign();
    const tested = await call('POST', `${CAMPAIGNS}/${id}/test`, { to: [phone] });
    expect(tested.body).not.toHaveProperty('warnings');
  });
});

describe('E4: the pace in a preview', () => {
  const AT = '2035-03-01T18:00:00.000Z';
  const people = async (count: number) => {
    const groupId = await newGroup();
    for (let index = 0; index < count; index++) await contact(randomPhone(), {}, groupId);
  };
  const setRates = (ratePerSecond: number, mmsPerSecond?: number) =>
    updateNumber(fixture.service.deps.table, {
      ...{ accountId: fixture.account.accountId, number: fixture.account.from },
      ...{ ratePerSecond, mmsPerSecond },
    });

  it.each([
    // A slot is 4 % longer than the rate requires.
    ['all before it expires', '2035-03-01T18:00:20.801Z', '2035-03-01T18:00:20.800Z', 21, 0],
    [
      'one not, that would be reached as it expires',
      '2035-03-01T18:00:20.800Z',
      '2035-03-01T18:00:10.400Z',
      11,
      1,
    ],
    ['only the first', '2035-03-01T18:00:01.000Z', AT, 0, 2],
  ])('reaches %s', async (_, expiresAt, lastAt, durationSeconds, expiring) => {
    await people(3);
    await setRates(0.1);
    const shown = await preview(await createCampaign({ schedule: { at: AT }, expiresAt }));
    expect(shown).toMatchObject({ firstAt: AT, lastAt, durationSeconds, expiring, unreachable: 0 });
    expect(shown.warnings.filter((warning) => warning.includes('rate'))).toEqual(
      expiring === 0
        ? []
        : [
            `${expiring === 1 ? '1 recipient is' : '2 recipients are'} not reached before the campaign expires at the rate of the sender, and would be skipped.`,
          ],
    );
  });

  it('counts message parts, and for MMS the rate of MMS', async () => {
    await people(3);
    await setRates(1, 0.5);
    const long = await createCampaign({ schedule: { at: AT }, body: 'x'.repeat(400) });
    expect(await preview(long)).toMatchObject({
      segments: 3,
      lastAt: '2035-03-01T18:00:06.240Z',
      durationSeconds: 7,
    });
    const mediaUrl = 'https://media.example.com/a.jpg';
    const mms = await createCampaign({ schedule: { at: AT }, body: 'x'.repeat(400), mediaUrl });
    expect(await preview(mms)).toMatchObject({ lastAt: '2035-03-01T18:00:04.160Z', durationSeconds: 5 });
  });

  it('goes on the next day within the hours', async () => {
    await people(3);
    await setRates(0.1);
    // 10:00 to 10:01 in Seattle has slots for all; its last 15 seconds for two.
    const hours = { purpose: 'marketing', sendingHours: { from: '10:00', to: '10:01' } };
    const body = 'Sale. Reply STOP to end.';
    const shown = await preview(
      await createCampaign({ ...hours, body, schedule: { at: '2035-03-01T18:00:45Z' } }),
    );
    expect(shown).toMatchObject({
      ...{ firstAt: '2035-03-01T18:00:45.000Z', lastAt: '2035-03-02T18:00:00.000Z' },
      ...{ durationSeconds: 24 * 60 * 60 - 45, expiring: 0, unreachable: 0 },
    });
  });
});

describe('E4: the pace in a preview, over zones and days', () => {
  const zoned = async (count: number, postalCode: string, groupId: string) => {
    for (let index = 0; index < count; index++)
      await contact(randomPhone(), { address: { postalCode, country: 'US' } }, groupId);
  };

  it('passes over who is outside the hours, and takes them up the next time', async () => {
    const groupId = await newGroup();
    await zoned(4, '10001', groupId);
    await zoned(4, '98101', groupId);
    await updateNumber(fixture.service.deps.table, {
      ...{ accountId: fixture.account.accountId, number: fixture.account.from },
      ...{ ratePerSecond: 0.1, mmsPerSecond: undefined },
    });
    // Two parts take 20.8 s: three texts a minute. The fourth of each zone waits for the next Monday.
    const plan = {
      ...{ body: 'x'.repeat(161), schedule: { at: '2035-03-05T08:00:00Z' } },
      sendingHours: { from: '09:00', to: '09:01', days: ['MON'] },
    };
    expect(await preview(await createCampaign({ ...plan, expiresAt: '2035-04-05T08:00:00Z' }))).toMatchObject(
      {
        ...{ firstAt: '2035-03-05T14:00:00.000Z', lastAt: '2035-03-12T16:00:00.000Z' },
        // Daylight saving begins on 11 March.
        ...{ durationSeconds: 7 * 24 * 3600 + 2 * 3600, expiring: 0, unreachable: 0 },
      },
    );
    expect(await preview(await createCampaign(plan))).toMatchObject({
      ...{ lastAt: '2035-03-05T17:00:41.600Z', expiring: 2, unreachable: 0 },
      warnings: expect.arrayContaining([
        '2 recipients are not reached before the campaign expires at the rate of the sender, and would be skipped.',
      ]) as unknown,
    });
  });

  it('is none of a number without a rate: recipients are reached as they are due', async () => {
    const groupId = await newGroup();
    await zoned(2, '10001', groupId);
    await zoned(1, '98101', groupId);
    const shown = await preview(
      await createCampaign({
        schedule: { at: '2035-03-05T08:00:00Z' },
        sendingHours: { from: '09:00', to: '09:01' },
      }),
    );
    expect(shown).toMatchObject({
      ...{ firstAt: '2035-03-05T14:00:00.000Z', lastAt: '2035-03-05T17:00:00.000Z' },
      ...{ durationSeconds: 3 * 3600, expiring: 0 },
    });
  });

  it('is that of recipients whose time has passed: they go at once, the others later', async () => {
    const groupId = await newGroup();
    await zoned(1, '10001', groupId);
    await zoned(1, '96801', groupId);
    // An hour that has passed in New York, and that Honolulu reaches within two hours.
    const inHonolulu = DateTime.now().setZone('Pacific/Honolulu').startOf('hour').plus({ hours: 2 });
    const schedule = { localTime: inHonolulu.toFormat("yyyy-MM-dd'T'HH:mm"), timeZone: 'recipient' };
    const shown = (await preview(await createCampaign({ schedule }))) as unknown as {
      firstAt: string;
      lastAt: string;
      byTimeZone: Array<{ timeZone: string; at: string }>;
    };
    expect(shown.lastAt).toBe(inHonolulu.toUTC().toISO());
    expect(Date.parse(shown.firstAt)).toBeLessThan(Date.parse(shown.lastAt));
    expect(shown.byTimeZone.map(({ timeZone }) => timeZone)).toEqual([
      'America/New_York',
      'Pacific/Honolulu',
    ]);
  });
});

describe('E4: hours that never open before a campaign expires', () => {
  const marketing = { purpose: 'marketing', body: 'Sale. Reply STOP to end.' };
  // Florida's texts end at 20:00, those of New York at 21:00.
  const AT_NIGHT = { ...marketing, sendingHours: { from: '20:15', to: '20:45' } };
  const inFlorida = () => `+1305${randomPhone().slice('+1206'.length)}`;
  const inNewYork = () => `+1212${randomPhone().slice('+1206'.length)}`;
  const errorsOf = ({ body }: ApiAnswer) =>
    (body as { details: { errors: Array<{ pointer: string; reason: string }> } }).details.errors;

  it('are counted for some recipients, and the campaign can be launched', async () => {
    const groupId = await newGroup();
    await contact(inFlorida(), {}, groupId);
    await contact(inFlorida(), {}, groupId);
    await contact(inNewYork(), {}, groupId);
    const id = await createCampaign({ ...AT_NIGHT, schedule: { at: '2035-03-01T12:00:00Z' } });

    expect(await preview(id)).toMatchObject({
      ...{ firstAt: '2035-03-02T01:15:00.000Z', lastAt: '2035-03-02T01:15:00.000Z' },
      ...{ expiring: 2, unreachable: 2 },
      byTimeZone: [{ timeZone: 'America/New_York', recipients: 3, at: '2035-03-02T01:15:00.000Z' }],
      warnings: expect.arrayContaining([
        '2 recipients are not due before the campaign expires, and would be skipped.',
      ]) as unknown,
    });
    expect((await call('POST', `${CAMPAIGNS}/${id}/launch`)).status).toBe(202);
  });

  it('refuse the launch when they do so for all, with and without a draft', async () => {
    await contact(inFlorida(), {}, await newGroup());
    const schedule = { at: '2035-03-01T12:00:00Z' };
    const id = await createCampaign({ ...AT_NIGHT, schedule });

    expect(await preview(id)).toMatchObject({
      ...{ firstAt: null, lastAt: null, durationSeconds: 0, expiring: 1, unreachable: 1 },
      byTimeZone: [{ timeZone: 'America/New_York', recipients: 1, at: null }],
      warnings: [
        'It cannot be launched: /sendingHours must open for a recipient, within the legal hours, before the campaign expires at 2035-03-03T12:00:00.000Z.',
        '1 recipient is not due before the campaign expires, and would be skipped.',
      ],
    });
    const launched = await call('POST', `${CAMPAIGNS}/${id}/launch`);
    expect([refusalOf(launched), errorsOf(launched)]).toEqual([
      [400, 33100],
      [
        {
          pointer: '/sendingHours',
          reason:
            'must open for a recipient, within the legal hours, before the campaign expires at 2035-03-03T12:00:00.000Z',
        },
      ],
    ]);
    expect((await call('GET', `${CAMPAIGNS}/${id}`)).body).toMatchObject({ status: 'draft' });

    const audience = { everyone: true };
    const plan = { ...AT_NIGHT, schedule, name: 'At once', from: fixture.account.from, audience };
    const atOnce = await call('POST', CAMPAIGNS, { ...plan, launch: true });
    expect([refusalOf(atOnce), errorsOf(atOnce)]).toEqual([[400, 33100], errorsOf(launched)]);
    const { results } = (await call('GET', CAMPAIGNS)).body as { results: unknown[] };
    expect(results).toHaveLength(1);
  });

  // 10:00 is 15:00 UTC in New York, 20:00 UTC in Honolulu. 1 March 2035 is a Thursday.
  const AT_TEN = {
    schedule: { at: '2035-03-01T12:00:00Z' },
    sendingHours: { from: '10:00', to: '11:00', days: ['THU'] },
  };
  it.each([
    ['as the first zone opens', '2035-03-01T15:00:00.000Z', [], 400],
    ['a millisecond after that', '2035-03-01T15:00:00.001Z', ['America/New_York'], 202],
    ['as the last zone opens', '2035-03-01T20:00:00.000Z', ['America/New_York'], 202],
    ['a millisecond after that', '2035-03-01T20:00:00.001Z', ['America/New_York', 'Pacific/Honolulu'], 202],
  ])('are those of one zone by itself: expires %s, %s', async (_, expiresAt, reached, status) => {
    const groupId = await newGroup();
    await contact(inNewYork(), {}, groupId);
    await contact(randomPhone(), { address: { postalCode: '96801', country: 'US' } }, groupId);
    const id = await createCampaign({ ...AT_TEN, expiresAt });
    const shown = (await preview(id)) as unknown as {
      byTimeZone: Array<{ timeZone: string; at: string | null }>;
    };
    expect(shown).toMatchObject({ unreachable: 2 - reached.length, expiring: 2 - reached.length });
    expect(shown.byTimeZone.flatMap(({ timeZone, at }) => (at === null ? [] : [timeZone]))).toEqual(reached);
    expect((await call('POST', `${CAMPAIGNS}/${id}/launch`)).status).toBe(status);
  });

  it('are no legal hours in the reason where the law does not apply', async () => {
    await contact(randomPhone(), { address: { postalCode: '96801', country: 'US' } }, await newGroup());
    const id = await createCampaign({ ...AT_TEN, expiresAt: '2035-03-01T20:00:00Z' });
    expect(errorsOf(await call('POST', `${CAMPAIGNS}/${id}/launch`))).toEqual([
      {
        pointer: '/sendingHours',
        reason: 'must open for a recipient before the campaign expires at 2035-03-01T20:00:00.000Z',
      },
    ]);
  });

  it('are those of an hour that the clock skips', async () => {
    await contact(randomPhone(), {}, await newGroup());
    // 11 March 2035: no 2:00 in Seattle.
    const skipped = {
      schedule: { at: '2035-03-11T08:30:00Z' },
      sendingHours: { from: '02:00', to: '03:00', days: ['SUN'] },
    };
    const day = await createCampaign({ ...skipped, expiresAt: '2035-03-12T08:30:00Z' });
    expect(await preview(day)).toMatchObject({ firstAt: null, unreachable: 1 });
    expect((await call('POST', `${CAMPAIGNS}/${day}/launch`)).status).toBe(400);
    const week = await createCampaign({ ...skipped, expiresAt: '2035-03-19T08:30:00Z' });
    expect(await preview(week)).toMatchObject({ firstAt: '2035-03-18T09:00:00.000Z', unreachable: 0 });
    expect((await call('POST', `${CAMPAIGNS}/${week}/launch`)).status).toBe(202);
  });

  it('name expiresAt when it keeps them closed', async () => {
    // Alabama has no Sunday. 4 March 2035 is one.
    await contact(`+1205${randomPhone().slice('+1206'.length)}`, {}, await newGroup());
    const launch = async (changes: object) =>
      call('POST', `${CAMPAIGNS}/${await createCampaign({ ...marketing, ...changes })}/launch`);

    const sunday = await launch({
      schedule: { at: '2035-03-04T15:00:00Z' },
      expiresAt: '2035-03-05T13:59:00Z',
    });
    expect([sunday.status, errorsOf(sunday)]).toEqual([
      400,
      [{ pointer: '/expiresAt', reason: 'must be after the time at which a recipient can be reached' }],
    ]);
    expect(
      (await launch({ schedule: { at: '2035-03-04T15:00:00Z' }, expiresAt: '2035-03-05T14:00:00.001Z' }))
        .status,
    ).toBe(202);
  });

  it('name the schedule when the law closes the days up to the usual expiry', async () => {
    // Sioux Falls: closed from Friday 21:00 to Monday 9:00. 2 March 2035 is a Friday.
    await contact(`+1605334${randomPhone().slice(-4)}`, {}, await newGroup());
    const id = await createCampaign({ ...marketing, schedule: { at: '2035-03-03T04:00:00Z' } });
    const launched = await call('POST', `${CAMPAIGNS}/${id}/launch`);
    expect([launched.status, errorsOf(launched)]).toEqual([
      400,
      [
        {
          pointer: '/schedule',
          reason:
            'must be a time from which on the legal hours of a recipient open before the campaign expires at 2035-03-05T04:00:00.000Z',
        },
      ],
    ]);
  });

  it('do so for a schedule whose time does not come to any recipient before it expires', async () => {
    await contact(randomPhone(), {}, await newGroup());
    // It would be due in New York before it expires, and the recipient is in Seattle.
    const schedule = { localTime: '2035-03-01T10:00', timeZone: 'recipient' };
    const id = await createCampaign({ schedule, expiresAt: '2035-03-01T18:00:00Z' });
    const launched = await call('POST', `${CAMPAIGNS}/${id}/launch`);
    expect([launched.status, errorsOf(launched)]).toEqual([
      400,
      [{ pointer: '/expiresAt', reason: 'must be after the time at which a recipient can be reached' }],
    ]);
  });

  it('do not keep a campaign without recipients from being launched: they may come', async () => {
    const id = await createCampaign({ ...AT_NIGHT, schedule: { at: '2035-03-01T12:00:00Z' } });
    expect((await call('POST', `${CAMPAIGNS}/${id}/launch`)).status).toBe(202);
  });
});

describe('E4: the test of a campaign', () => {
  it('sends each a text of its own, and says what was refused', async () => {
    const groupId = await newGroup();
    const ada = await contact(randomPhone(), { firstName: 'Ada' }, groupId);
    const bea = await contact(randomPhone(), { firstName: 'Bea' }, groupId);
    const stranger = await contact(randomPhone(), {});
    const path = `${CAMPAIGNS}/${await createCampaign()}/test`;

    const { status, body } = await call('POST', path, { to: [ada, stranger, bea, '555'] });

    expect([status, body]).toEqual([
      200,
      {
        results: [
          { to: ada, messageId: expect.stringMatching(/^msg_/) as string, status: 'sent' },
          { to: stranger, code: 33028 },
          { to: bea, messageId: expect.stringMatching(/^msg_/) as string, status: 'sent' },
          { to: '555', code: 33003 },
        ],
      },
    ]);
    const textsTo = async (phone: string) => (await fixture.sending.taken(phone)).map((one) => one.body);
    expect([await textsTo(ada), await textsTo(bea)]).toEqual([['Hello Ada'], ['Hello Bea']]);
    expect(await fixture.sending.credits()).toEqual({ sms: 1_000_000 - 4, mms: 1_000_000 });

    await call('POST', path, { to: [ada], asContact: bea });
    expect(await textsTo(ada)).toEqual(['Hello Ada', 'Hello Bea']);
  });

  it('refuses too many numbers, none, and a contact that there is not', async () => {
    const path = `${CAMPAIGNS}/${await createCampaign()}/test`;
    const to = Array.from({ length: 11 }, randomPhone);
    const test = async (body: object) => refusalOf(await call('POST', path, body));
    expect(await test({ to })).toEqual([400, 33100]);
    expect(await test({ to: [] })).toEqual([400, 33100]);
    expect(await test({})).toEqual([400, 33100]);
    expect(await test({ to: to.slice(1), extra: 1 })).toEqual([400, 33100]);
    expect(await test({ to: to.slice(1), asContact: randomPhone() })).toEqual([404, 33030]);
    expect(await test({ to: to.slice(1), asContact: '555' })).toEqual([400, 33003]);
    const { status, body } = await call('POST', path, { to: to.slice(1) });
    expect(status).toBe(200);
    expect((body as { results: unknown[] }).results).toHaveLength(10);
    expect(refusalOf(await call('POST', `${CAMPAIGNS}/${UNKNOWN_ID}/test`, { to }))).toEqual([400, 33100]);
    expect(refusalOf(await call('POST', `${CAMPAIGNS}/${UNKNOWN_ID}/test`, { to: [to[0]] }))).toEqual([
      404, 33110,
    ]);
  });
});
