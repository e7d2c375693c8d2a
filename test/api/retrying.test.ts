import { readFileSync } from 'node:fs';
import { operate } from '../support/service/operate';
import { useSendingService } from '../support/service/sending-service';
import { type ApiAnswer, callApi, randomPhone } from '../support/service/service';

const PAGE = readFileSync('docs/retrying.md', 'utf8');
const fixture = useSendingService({}, { account: 'ofFile' });
/** Number that the simulator refuses. */
const REFUSED = '+15005550004';

const call = (method: string, path: string, body?: object) =>
  callApi(fixture.service, {
    account: fixture.account,
    method,
    path: `/api/v1/${path}`,
    ...(body && { body }),
  });
const send = (kind: string, body: object) =>
  call('POST', `messaging/${kind}`, { from: fixture.account.from, body: 'Hello', ...body });
const members = async (count: number) => {
  const phones = fixture.sending.phones(count);
  await fixture.sending.optIn(phones);
  return phones;
};
const contact = async () => {
  const phone = randomPhone();
  await call('POST', `contacts/by-phone/${phone}`, { firstName: 'Ada' });
  return phone;
};
const idOf = ({ body }: ApiAnswer) => (body as { id?: string }).id;
const isReplayed = ({ headers }: ApiAnswer) => headers.get('idempotent-replayed') === 'true';
let keys = 0;
const newKey = () => `key-${(keys += 1)}`;
const codeOf = ({ status, body }: ApiAnswer) => [status, (body as { code?: number }).code];

/** Makes a request twice. */
async function twice(request: () => Promise<ApiAnswer>): Promise<[ApiAnswer, ApiAnswer]> {
  return [await request(), await request()];
}

async function expectReplayed(status: number, request: () => Promise<ApiAnswer>): Promise<void> {
  const [first, second] = await twice(request);
  expect([first.status, isReplayed(first)]).toEqual([status, false]);
  expect([second.status, second.body, isReplayed(second)]).toEqual([status, first.body, true]);
}

async function expectAnother(request: () => Promise<ApiAnswer>): Promise<void> {
  const [first, second] = await twice(request);
  expect(second.status).toBe(first.status);
  expect(idOf(second)).toMatch(/^\w+_\w+$/);
  expect(idOf(second)).not.toBe(idOf(first));
}

async function expectSame(status: number, request: () => Promise<ApiAnswer>): Promise<void> {
  const [first, second] = await twice(request);
  expect([first.status, second.status, second.body]).toEqual([status, status, first.body]);
}

/** Proof of each row: what is retried, and a check of what it gets. */
const ROWS: Record<string, () => Promise<void>> = {
  'a single send with its key, which was sent': async () => {
    const [to] = await members(1);
    const idempotencyKey = newKey();
    await expectReplayed(201, () => send('message', { to, idempotencyKey }));
    expect(await fixture.sending.taken(to ?? '')).toHaveLength(1);
  },
  'a single send with its key, which was refused with a 4xx': async () => {
    const to = await contact();
    const request = { to, idempotencyKey: newKey() };
    expect(codeOf(await send('message', request))).toEqual([400, 33028]);
    await fixture.sending.optIn([to]);
    expect(await send('message', request)).toMatchObject({ status: 201, body: { status: 'sent' } });
  },
  'a single send with its key, which `failed` at the provider': async () => {
    await fixture.sending.optIn([REFUSED]);
    const [to] = await members(1);
    const idempotencyKey = newKey();
    const first = await send('message', { to: REFUSED, idempotencyKey });
    expect(first.body).toMatchObject({ status: 'failed' });
    expect((await send('message', { to, idempotencyKey })).body).toMatchObject({ status: 'sent' });
  },
  'a single send without a key': async () => {
    const [to] = await members(1);
    await expectAnother(() => send('message', { to }));
  },
  'a broadcast or batch with its key': async () => {
    const recipients = (await members(10)).map((to) => ({ to, body: 'Hello' }));
    const idempotencyKey = newKey();
    await expectReplayed(202, () =>
      call('POST', 'messaging/batch', { from: fixture.account.from, recipients, idempotencyKey }),
    );
  },
  'a broadcast or batch without a key': async () => {
    const recipients = (await members(10)).map((to) => ({ to, body: 'Hello' }));
    await expectAnother(() => call('POST', 'messaging/batch', { from: fixture.account.from, recipients }));
  },
  'a dry run': async () => {
    const [to] = await members(1);
    const [, second] = await twice(() => send('message', { to, dryRun: true, idempotencyKey: newKey() }));
    expect([second.status, isReplayed(second)]).toEqual([200, false]);
  },
  'creating a campaign with its key': async () => {
    const body = {
      name: 'Sale',
      from: fixture.account.from,
      body: 'Hello',
      audience: { everyone: true },
      purpose: 'informational',
    };
    const idempotencyKey = newKey();
    await expectReplayed(201, () => call('POST', 'campaigns', { ...body, idempotencyKey }));
  },
  'creating a contact': async () => {
    const phone = randomPhone();
    const [first, second] = await twice(() => call('POST', `contacts/by-phone/${phone}`, {}));
    expect([first.status, codeOf(second)]).toEqual([201, [409, 33037]]);
  },
  'changing a contact': async () => {
    const phone = await contact();
    await expectSame(200, () => call('PATCH', `contacts/by-phone/${phone}`, { lastName: 'Lovelace' }));
  },
  'adding a membership': async () => {
    const path = `contacts/by-phone/${await contact()}/groups/${await newGroup()}`;
    await expectSame(200, () => call('POST', path, { optInMode: 'CONFIRM' }));
  },
  'removing a membership': async () => {
    const path = `contacts/by-phone/${await contact()}/groups/${await newGroup()}`;
    await call('POST', path, { optInMode: 'CONFIRM' });
    await expectSame(200, () => call('DELETE', path));
  },
  'erasing a contact': async () => {
    const phone = await contact();
    const [first, second] = await twice(() => call('DELETE', `contacts/by-phone/${phone}`));
    expect([first.status, codeOf(second)]).toEqual([202, [404, 33030]]);
  },
  'cancelling a broadcast or batch': async () => {
    const recipients = (await members(10)).map((to) => ({ to, body: 'Hello' }));
    const id = idOf(await call('POST', 'messaging/batch', { from: fixture.account.from, recipients }));
    const [first, second] = await twice(() => call('POST', `messaging/batch/${id}/cancel`));
    expect([first.status, second.status, idOf(second)]).toEqual([200, 200, id]);
  },
  'creating a segment, an import or an export': () =>
    expectAnother(() => call('POST', 'segments', { name: 'All', audience: { everyone: true } })),
};

async function newGroup(): Promise<string> {
  const { accountId } = fixture.account;
  const options = ['--account', accountId, '--name', 'News', '--opt-in-type', 'DOUBLE'];
  return (await operate<{ id: string }>('group', 'create', ...options)).id;
}

describe('rules 8.3: what the page about retrying says', () => {
  it.each(Object.entries(ROWS))('holds for %s', async (row, check) => {
    expect(PAGE).toContain(`\n| ${row} |`);
    await check();
  });
});
