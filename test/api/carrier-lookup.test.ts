import { createGroup } from '../../shared/audience/groups/create-group';
import { contactItem } from '../../shared/audience/contacts/contact';
import { apiImports } from '../support/service/api-imports';
import { expectSoon } from '../support/service/api-sending';
import { operate } from '../support/service/operate';
import { useSendingService } from '../support/service/sending-service';
import { callApi } from '../support/service/service';

/** Numbers of the simulator: a landline, one that is no number, and one whose look-up is throttled. */
const LANDLINE = '+15005550018';
const INVALID = '+15005550019';
const THROTTLED = '+15005550020';

const fixture = useSendingService({ carrierLookup: true });
const imports = apiImports(fixture);

const call = (method: string, path: string, body?: object) =>
  callApi(fixture.service, { account: fixture.account, method, path: `/api/v1${path}`, body });
const contactPath = (phone: string) => `/contacts/by-phone/${encodeURIComponent(phone)}`;
const contactOf = async (phone: string) => (await call('GET', contactPath(phone))).body;
const stored = async (phoneNumber: string) => {
  const { accountId } = fixture.account;
  return contactItem.readIfAny(
    await fixture.service.deps.table.get(contactItem.key({ accountId, phoneNumber })),
  );
};

const plan = (purpose = 'informational') => ({
  ...{ name: 'Sale', from: fixture.account.from, body: 'Hello', purpose },
  audience: { everyone: true },
});
const preview = async (purpose?: string) => {
  const { id } = (await call('POST', '/campaigns', plan(purpose))).body as { id: string };
  return (await call('POST', `/campaigns/${id}/preview`)).body;
};
const previewSegment = async () =>
  (await call('POST', '/segments/preview', { audience: { everyone: true } })).body;

/** Makes the phones contacts in a group, by the API. */
async function optIn(phones: string[]): Promise<void> {
  const { service, account } = fixture;
  const { accountId } = account;
  const group = await createGroup(service.deps, { accountId, name: 'Customers', optInType: 'SINGLE' });
  for (const phone of phones) {
    expect((await call('POST', contactPath(phone), {})).status).toBe(201);
    const path = `${contactPath(phone)}/groups/${group.id}`;
    expect((await call('POST', path, { optInMode: 'DIRECT' })).status).toBe(200);
  }
}

/** Runs a campaign to everyone. @returns the campaign when it is completed */
async function run(purpose?: string): Promise<unknown> {
  const { id } = (await call('POST', '/campaigns', { ...plan(purpose), launch: true })).body as {
    id: string;
  };
  await expectSoon(async () =>
    expect((await call('GET', `/campaigns/${id}`)).body).toMatchObject({ status: 'completed' }),
  );
  return (await call('GET', `/campaigns/${id}`)).body;
}

describe('rules E11.1: numbers that are looked up', () => {
  it('tells the look-ups before a campaign, makes them, and leaves out what is no mobile', async () => {
    const { sending } = fixture;
    const [mobile = ''] = sending.phones(1);
    await optIn([mobile, LANDLINE, INVALID]);
    const lookups = { count: 3, price: 0.018 };
    expect(await preview()).toMatchObject({ lookups, audience: { sendable: 3 } });
    expect(await previewSegment()).toMatchObject({ lookups, sendable: 3 });
    const before = await sending.credits();

    expect(await run()).toMatchObject({ counts: { sent: 1, skipped: 2 }, skippedBy: { set_aside: 2 } });
    expect(await sending.taken(mobile)).toHaveLength(1);
    expect([...(await sending.taken(LANDLINE)), ...(await sending.taken(INVALID))]).toEqual([]);
    expect(before.sms - (await sending.credits()).sms).toBe(2);
    expect(await contactOf(LANDLINE)).toMatchObject({ setAsideReason: 'landline' });
    expect(await contactOf(INVALID)).toMatchObject({ setAsideReason: 'invalid' });
    expect(await contactOf(mobile)).not.toHaveProperty('setAsideAt');
    expect((await stored(mobile))?.lookedUp).toMatchObject({ lineType: 'mobile' });

    // They are told from then on, and nothing is looked up again.
    const after = await preview();
    expect(after).toMatchObject({ audience: { sendable: 1, blocked: { setAside: 2 } } });
    expect(after).not.toHaveProperty('lookups');
    expect(await previewSegment()).not.toHaveProperty('lookups');
    const { lookedUp } = (await stored(mobile)) ?? {};
    await run();
    expect((await stored(mobile))?.lookedUp).toEqual(lookedUp);
  });

  it('puts a number back for 90 days, and shows it to the operator', async () => {
    const { sending, account } = fixture;
    await optIn([LANDLINE, ...sending.phones(1)]);
    await run();
    const contact = (verb: string) =>
      operate('contact', verb, '--account', account.accountId, '--phone', LANDLINE);
    expect(await contact('show')).toMatchObject({ setAsideReason: 'landline' });
    const putBack = await call('POST', `${contactPath(LANDLINE)}/put-back`);
    expect(putBack.status).toBe(200);
    expect(putBack.body).not.toHaveProperty('setAsideReason');
    expect(await preview()).not.toHaveProperty('lookups');
    expect(await run()).toMatchObject({ counts: { sent: 2 }, skippedBy: {} });
    expect(await contactOf(LANDLINE)).not.toHaveProperty('setAsideAt');
  });

  it('leaves a landline out of a batch, and not out of a single send', async () => {
    const { sending } = fixture;
    const phones = [...sending.phones(9), LANDLINE];
    await optIn(phones);
    const recipients = phones.map((to) => ({ to, body: 'Hello' }));
    const { id } = (await sending.post('batch', { recipients })).body as { id: string };
    await expectSoon(async () => {
      expect((await sending.get(`batch/${id}`)).body).toMatchObject({ counts: { sent: 9, skipped: 1 } });
    });
    expect((await sending.post('message', { to: LANDLINE, body: 'Hello' })).body).toMatchObject({
      ...{ status: 'sent', warnings: ['set_aside'] },
    });
  });

  it('looks nothing up in an emergency campaign, which leaves out no landline', async () => {
    await optIn([LANDLINE]);
    expect(await preview('emergency')).not.toHaveProperty('lookups');
    expect(await run('emergency')).toMatchObject({ counts: { sent: 1 } });
    expect(await stored(LANDLINE)).not.toHaveProperty('lookedUp.at');
  });

  it('looks up the contacts of an import that may be sent to', async () => {
    const { service, account, sending } = fixture;
    const { accountId } = account;
    const group = await createGroup(service.deps, { accountId, name: 'Customers', optInType: 'SINGLE' });
    const [mobile = '', without = '', late = ''] = sending.phones(3);
    const consent = { group: group.id, optInMode: 'DIRECT', consentBasis: 'They signed a form in May.' };
    await imports.run(`phone\n${without}\n`);
    const done = await imports.run(`phone\n${mobile}\n${LANDLINE}\n`, consent);
    expect(done).toMatchObject({ status: 'completed', created: 2 });
    await expectSoon(async () =>
      expect(await contactOf(LANDLINE)).toMatchObject({ setAsideReason: 'landline' }),
    );
    await expectSoon(async () => expect(await stored(mobile)).toHaveProperty('lookedUp.at'));
    expect(await stored(without)).not.toHaveProperty('lookedUp.at');
    await imports.run(`phone\n${late}\n`, { ...consent, dryRun: true });
    expect(await preview()).not.toHaveProperty('lookups');
  });

  it('is off by default, and switched on by the operator', async () => {
    const { account } = fixture;
    const set = (when: string) =>
      operate('account', 'set', '--account', account.accountId, '--carrier-lookup', when);
    expect(await set('off')).toMatchObject({ carrierLookup: false });
    await optIn([LANDLINE]);
    expect(await preview()).not.toHaveProperty('lookups');
    expect(await run()).toMatchObject({ counts: { sent: 1 } });
    expect(await set('on')).toMatchObject({ carrierLookup: true });
    expect(await preview()).toMatchObject({ lookups: { count: 1 } });
  });

  // The last: nothing is looked up for a second after it.
  it('sends without a look-up when the provider is throttled', async () => {
    await optIn([THROTTLED]);
    expect(await run()).toMatchObject({ counts: { sent: 1 }, skippedBy: {} });
    expect(await stored(THROTTLED)).not.toHaveProperty('lookedUp.at');
    expect(await preview()).toMatchObject({ lookups: { count: 1, price: 0.006 } });
  });
});
