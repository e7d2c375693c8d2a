import { gunzipSync, gzipSync } from 'node:zlib';
import { findAccount } from '../../shared/accounts/account-store';
import { SUPPORTED_TIME_ZONES } from '../../shared/audience/contacts/time-zone-names';
import { createField } from '../../shared/audience/custom-fields/define-fields';
import { createGroup } from '../../shared/audience/groups/create-group';
import { expectSoon } from '../support/service/api-sending';
import {
  CHOSEN_FIELDS,
  makePinpointExport,
  MAPPING,
  type PinpointExport,
} from '../support/audience/pinpoint-export';
import { useSendingService } from '../support/service/sending-service';
import {
  type ApiAccount,
  callApi,
  createApiAccount,
  randomGermanPhone,
  randomPhone,
} from '../support/service/service';

const fixture = useSendingService();
const IMPORTS = '/api/v1/contacts/imports';
const PEOPLE = 40;
let account: ApiAccount;
beforeEach(async () => {
  const { deps } = fixture.service;
  account = await createApiAccount(fixture.service, { silentOptIn: true });
  const { accountId } = account;
  for (const { label, type, options } of CHOSEN_FIELDS) {
    await createField(deps, { accountId, label, type, options: [...options] });
  }
});

const isSupported = (zone: string) => SUPPORTED_TIME_ZONES.some((one) => one === zone);

const call = async (method: string, path: string, body?: unknown) =>
  (await callApi(fixture.service, { account, method, path, body })).body as Record<string, unknown>;

const makeExport = (seed: number) =>
  makePinpointExport({
    seed,
    phones: Array.from({ length: PEOPLE }, (_, index) =>
      index % 4 === 3 ? randomGermanPhone() : randomPhone(),
    ),
    parts: 3,
  });

async function run(content: Uint8Array | string, body: object = {}) {
  const made = await call('POST', IMPORTS, { format: 'pinpoint', mapping: MAPPING, ...body });
  const { id, upload } = made as { id: string; upload: { url: string } };
  const put = await fetch(upload.url, { method: 'PUT', body: content as string });
  expect(put.status).toBe(200);
  await call('POST', `${IMPORTS}/${id}/start`);
  let found: Record<string, unknown> = {};
  await expectSoon(async () => {
    found = await call('GET', `${IMPORTS}/${id}`);
    expect(found.status).toBe('completed');
  });
  return found;
}

async function expectContacts({ expected }: PinpointExport): Promise<void> {
  for (const [phone, wanted] of expected) {
    const found = await call('GET', `/api/v1/contacts/by-phone/${encodeURIComponent(phone)}`);
    expect(found.code).toBe(wanted ? undefined : 33030);
    if (!wanted) continue;
    const { id: _id, createdAt: _createdAt, optedOutAt, ...contact } = found;
    const { isOptedOut, ...profile } = wanted;
    expect(contact).toEqual({
      phoneNumber: phone,
      isFavorite: false,
      groups: [],
      pendingGroups: [],
      ...profile,
    });
    expect(optedOutAt !== undefined).toBe(isOptedOut);
  }
}

describe('rules E5: endpoint exports of Amazon Pinpoint', () => {
  it('become contacts from several gzip files of JSON lines, one after another', async () => {
    const made = makeExport(1);
    const contacts = [...made.expected.values()].filter((one) => one !== undefined);

    const done = await run(Buffer.concat(made.parts));

    expect(done).toMatchObject({ created: contacts.length, updated: 0, rejected: 0 });
    await expectContacts(made);
    const zones = [...new Set(contacts.map(({ tz }) => tz))].filter((tz) => tz && !isSupported(tz)).sort();
    expect(zones.length).toBeGreaterThan(0);
    const found = await findAccount(fixture.service.deps.table, account.accountId);
    expect(found?.contactTimeZones).toEqual(expect.arrayContaining(zones));
    expect(await run(Buffer.concat(made.parts))).toMatchObject({
      ...{ created: 0, updated: 0, unchanged: contacts.length, rejected: 0 },
    });
  });

  it('become contacts from files that do not end with a line feed', async () => {
    const [kept, optedOut, marked] = [randomPhone(), randomPhone(), randomPhone()];
    const endpoint = (address: string, more: object = {}) =>
      JSON.stringify({
        ChannelType: 'SMS',
        Address: address,
        EndpointStatus: 'ACTIVE',
        OptOut: 'NONE',
        ...more,
      });
    const files = [
      endpoint(kept, { Location: { City: 'A "}{" \\' } }),
      endpoint(optedOut, { OptOut: 'ALL' }),
      `\ufeff${endpoint(marked)}\n{"Address": {broken}\n`,
    ];

    const done = await run(Buffer.concat(files.map((file) => gzipSync(file))));

    expect(done).toMatchObject({ rows: 4, created: 3, rejected: 1 });
    const rejected = await (await fetch(String(done.rejectedFile))).text();
    expect(JSON.parse(rejected)).toMatchObject({ rejectedRow: 4, rejectedText: '{"Address": {broken}' });
    const find = async (phone: string) =>
      call('GET', `/api/v1/contacts/by-phone/${encodeURIComponent(phone)}`);
    expect(await find(kept)).toMatchObject({ address: { city: 'A "}{" \\' } });
    expect(await find(optedOut)).toMatchObject({ optedOutAt: expect.any(String) as string });
    expect(await find(marked)).toMatchObject({ phoneNumber: marked });
  });

  it('become the same contacts from CSV, each file with its header, and from one plain file', async () => {
    const made = makeExport(2);
    const contacts = [...made.expected.values()].filter((one) => one !== undefined);
    expect(await run(made.csvParts.join(''))).toMatchObject({ created: contacts.length, rejected: 0 });
    await expectContacts(made);
    const plain = made.parts.map((part) => gunzipSync(part).toString('utf8')).join('');
    expect(await run(plain)).toMatchObject({ created: 0, unchanged: contacts.length, rejected: 0 });
  });

  it('are rejected with the columns of their own file, and imported once they are mended', async () => {
    const [kept, moved, optedOut] = [randomPhone(), randomPhone(), randomPhone()];
    const files = [
      `ChannelType,Address,OptOut\nSMS,${kept},NONE`,
      `Location.Country,OptOut,Address,ChannelType\nZZ,NONE,${moved},SMS\nUS,ALL,typo,SMS`,
    ];

    const done = await run(Buffer.concat(files.map((file) => gzipSync(file))));

    expect(done).toMatchObject({ rows: 3, created: 1, rejected: 2 });
    const rejected = await (await fetch(String(done.rejectedFile))).text();
    const mended = await run(rejected.replace(/^ZZ/m, 'US').replace('typo', optedOut));
    expect(mended).toMatchObject({ rows: 2, created: 2, rejected: 0 });
    const find = async (phone: string) =>
      call('GET', `/api/v1/contacts/by-phone/${encodeURIComponent(phone)}`);
    expect(await find(moved)).toMatchObject({ address: { country: 'US' } });
    expect(await find(optedOut)).toMatchObject({ optedOutAt: expect.any(String) as string });
  });

  it('are no consent, unless the import names a group and on what the consent rests', async () => {
    const { accountId } = account;
    const made = makeExport(3);
    const contacts = [...made.expected.values()].filter((one) => one !== undefined);
    const optedOut = contacts.filter(({ isOptedOut }) => isOptedOut).length;
    await run(Buffer.concat(made.parts));
    const preview = { audience: { everyone: true } };
    expect(await call('POST', '/api/v1/segments/preview', preview)).toMatchObject({
      ...{ matched: contacts.length, sendable: 0 },
      blocked: { notOptedIn: contacts.length - optedOut, hardOptedOut: optedOut },
    });
    const group = await createGroup(fixture.service.deps, { accountId, name: 'SMS', optInType: 'SINGLE' });
    await run(Buffer.concat(made.parts), {
      ...{ group: group.id, optInMode: 'SILENT', consentBasis: 'Web form of 2024, as kept in Pinpoint.' },
    });
    expect(await call('POST', '/api/v1/segments/preview', preview)).toMatchObject({
      ...{ matched: contacts.length, sendable: contacts.length - optedOut },
      blocked: { notOptedIn: 0, hardOptedOut: optedOut },
    });
  });
});
