import { updateAccount } from '../../shared/accounts/account-store';
import { createGroup } from '../../shared/audience/groups/create-group';
import { optOutContact } from '../../shared/audience/consent/opt-out-contact';
import { useSendingService } from '../support/sending-service';
import { type ApiAnswer, callApi, randomGermanPhone, randomPhone } from '../support/service';

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
  expect((await call('POST', path, profile)).status).toBe(201);
  if (groupId !== undefined) expect((await call('POST', `${path}/groups/${groupId}`)).status).toBe(200);
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
      audience: { matched: 5, sendable: 3, blocked: { notOptedIn: 1, hardOptedOut: 1 }, isComplete: true },
      encoding: 'GSM-7',
      segments: 1,
      credits: { sms: 6, mms: 0 },
      firstAt: '2035-03-01T10:00:00.000Z',
      lastAt: '2035-03-01T18:00:00.000Z',
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
