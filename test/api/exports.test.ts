import { expectSoon } from '../support/service/api-sending';
import { useSendingService } from '../support/service/sending-service';
import { callApi, randomPhone } from '../support/service/service';

const fixture = useSendingService();
const call = (method: string, path: string, body?: unknown) =>
  callApi(fixture.service, { account: fixture.account, method, path, body });

interface Export {
  id: string;
  status: string;
  rows: number;
  url?: string;
}

async function run(path: string, body: object): Promise<Export & { text: string }> {
  const made = await call('POST', path, body);
  expect(made).toMatchObject({ status: 202, body: { status: 'running', rows: 0 } });
  let found: Export | undefined;
  await expectSoon(async () => {
    found = (await call('GET', `${path}/${(made.body as Export).id}`)).body as Export;
    expect(found.status).toBe('completed');
  });
  const file = await fetch(found?.url ?? '');
  expect(file.headers.get('cache-control')).toBe('no-store');
  const text = await file.text();
  return { ...(found as Export), text };
}

const EXPORTS = '/api/v1/contacts/exports';

describe('rules E5: exports over HTTP', () => {
  it.each(['csv', 'jsonl'])('writes contacts as %s that an import leaves as they are', async (format) => {
    const [first, second] = [randomPhone(), randomPhone()];
    const create = (phone: string, body: object) =>
      call('POST', `/api/v1/contacts/by-phone/${encodeURIComponent(phone)}`, body);
    await create(first, {
      firstName: '=1+1',
      lastName: ' Lovelace, "A" ',
      address: { city: 'Rome', country: 'IT' },
    });
    await create(second, { firstName: "'=x", isFavorite: true, birthDate: '1990-02-03' });
    let done: (Export & { text: string }) | undefined;
    await expectSoon(async () => {
      done = await run(EXPORTS, { format });
      expect(done.rows).toBe(2);
    });
    const made = (await call('POST', '/api/v1/contacts/imports', { format })).body as {
      id: string;
      upload: { url: string };
    };
    await fetch(made.upload.url, { method: 'PUT', body: done?.text ?? '' });
    await call('POST', `/api/v1/contacts/imports/${made.id}/start`);
    await expectSoon(async () => {
      const { body } = await call('GET', `/api/v1/contacts/imports/${made.id}`);
      expect(body).toMatchObject({ status: 'completed', rows: 2, unchanged: 2, ignoredColumns: [] });
    });
  });

  it('writes an audience only', async () => {
    const phone = randomPhone();
    await call('POST', `/api/v1/contacts/by-phone/${encodeURIComponent(phone)}`, { firstName: 'Ann' });
    const filter = { field: 'firstName', op: 'equals', value: 'Bo' };
    expect(await run(EXPORTS, { format: 'jsonl', audience: { filter } })).toMatchObject({
      rows: 0,
      text: '',
    });
  });

  it('is read at the path that made it, by its own account', async () => {
    const { id } = (await call('POST', EXPORTS, { format: 'csv' })).body as Export;
    for (const path of [
      `${EXPORTS}/exp_none`,
      `/api/v1/messaging/broadcast/brc_x/recipients/exports/${id}`,
    ]) {
      expect(await call('GET', path)).toMatchObject({ status: 404, body: { code: 33110 } });
    }
    expect(await call('POST', EXPORTS, { format: 'xml' })).toMatchObject({ status: 400 });
  });

  it('writes the recipients of a batch with what became of them', async () => {
    const { sending, account } = fixture;
    const phones = sending.phones(10);
    await sending.optIn(phones);
    const recipients = phones.map((to) => ({ to, body: 'Hello' }));
    const { body } = await sending.post('batch', { from: account.from, recipients });
    const path = `/api/v1/messaging/batch/${(body as { id: string }).id}/recipients/exports`;
    const { rows, text } = await run(path, { format: 'csv' });
    expect(rows).toBe(10);
    expect(text.split('\n')[0]).toMatch(/^to,messageId,status,reason,/);
    for (const phone of phones) expect(text).toContain(phone);
    // CSV is the default without a body too.
    expect((await call('POST', path)).status).toBe(202);
  });
});
