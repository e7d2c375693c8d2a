import { request } from 'node:https';
import { type DeployedService, openAccount, waitUntilFound } from './deployed-service';
import { contactPath, enrol, importContacts, readFinishedJob } from './everyday-calls';

const SENDER = '+12065550140';
const DORA = '+12065550141';
const EMIL = '+12065550142';
const FAY = '+12065550143';
/** Numbers of the smallest possible broadcast. */
const MEMBERS = Array.from({ length: 100 }, (_, index) => `+1206558${String(index).padStart(4, '0')}`);
const IMPORTS = '/api/v1/contacts/imports';

let service: DeployedService;

beforeAll(async () => {
  service = await openAccount(SENDER);
});
afterAll(() => service?.stop());

const statusOf = async (path: string) =>
  ((await service.call({ path })).body as { status?: string }).status ?? 'none';

/** Waits until the import or export at a path has ended, and reads it. */
const readEnded = (path: string) =>
  waitUntilFound(async () =>
    (await statusOf(path)) === 'running' ? undefined : (await service.call({ path })).body,
  );

/** Calls a presigned URL. */
function callFile(url: string, file?: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const call = request(
      new URL(url),
      { method: file === undefined ? 'GET' : 'PUT', servername: 'localhost' },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => (text += part));
        response.on('error', reject);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      },
    );
    call.on('error', reject);
    call.end(file);
  });
}

interface ExportAnswer {
  status: string;
  rows: number;
  url: string;
}

/** Starts an export at the path, and reads its file. */
async function readExport(path: string): Promise<ExportAnswer & { file: string }> {
  const { status, body } = await service.call({ path, body: { format: 'csv' } });
  expect(status).toBe(202);
  const done = (await readEnded(`${path}/${(body as { id: string }).id}`)) as ExportAnswer;
  expect(done.status).toBe('completed');
  return { ...done, file: (await callFile(done.url)).text };
}

describe('an import', () => {
  it('takes contacts from the file that was uploaded', async () => {
    const created = await service.call({ path: IMPORTS, body: { format: 'csv' } });
    expect(created.status).toBe(201);
    const { id, upload } = created.body as { id: string; upload: { url: string } };
    const tooEarly = await service.call({ method: 'POST', path: `${IMPORTS}/${id}/start` });
    expect(tooEarly.body).toMatchObject({ code: 33111 });

    const file = `Phone,First Name,Plan\n${DORA},Dora,Gold\n${EMIL},Emil,Silver\nnonsense,Nemo,Gold\n`;
    expect(await callFile(upload.url, file)).toMatchObject({ status: 200 });
    const started = await service.call({ method: 'POST', path: `${IMPORTS}/${id}/start` });
    expect(started.status).toBe(202);
    const done = await readEnded(`${IMPORTS}/${id}`);
    expect(done).toMatchObject({ status: 'completed', rows: 3, created: 2, rejected: 1 });
    const rejects = await callFile((done as { rejectedFile: string }).rejectedFile);
    expect(rejects.text).toContain('Nemo');
    const { body: listed } = await service.call({ path: IMPORTS });
    expect(listed).toMatchObject({ results: [{ id }] });
  });

  it('can be cancelled', async () => {
    const created = await service.call({ path: IMPORTS, body: { format: 'jsonl' } });
    const { id } = created.body as { id: string };
    const cancelled = await service.call({ method: 'POST', path: `${IMPORTS}/${id}/cancel` });
    expect(cancelled.body).toMatchObject({ id, status: 'cancelled' });
  });
});

describe('the contact book', () => {
  it('is searched, and written to a file', async () => {
    const { body: found } = await service.call({ path: '/api/v1/contacts?search=emil' });
    expect(found).toMatchObject({ results: [{ phoneNumber: EMIL, customFields: { Plan: 'Silver' } }] });
    const { rows, file } = await readExport('/api/v1/contacts/exports');
    expect(rows).toBe(2);
    expect(file).toContain(DORA);
  });

  it('is divided into segments', async () => {
    const audience = { filter: { field: 'customFields.Plan', op: 'equals', value: 'gold' } };
    const created = await service.call({ path: '/api/v1/segments', body: { name: 'Gold', audience } });
    expect(created.status).toBe(201);
    const { id } = created.body as { id: string };
    const path = `/api/v1/segments/${id}`;
    const renamed = await service.call({ method: 'PATCH', path, body: { name: 'Golden' } });
    expect(renamed.body).toMatchObject({ id, name: 'Golden', audience });
    expect((await service.call({ path })).body).toEqual(renamed.body);
    expect((await service.call({ path: '/api/v1/segments' })).body).toMatchObject({ results: [{ id }] });
    const counted = await service.call({ path: '/api/v1/segments/preview', body: { segmentId: id } });
    expect(counted.body).toMatchObject({ matched: 1, sendable: 0, blocked: { notOptedIn: 1 } });
    expect((await service.call({ method: 'DELETE', path })).status).toBe(204);
  });
});

describe('the results of a job', () => {
  beforeAll(() => importContacts(service, MEMBERS));

  it.each(['broadcast', 'batch'])('of kind %s are written to a file', async (kind) => {
    const recipients = MEMBERS.map((to) => (kind === 'batch' ? { to, body: 'Packed for you' } : { to }));
    const { status, body } = await service.call({
      path: `/api/v1/messaging/${kind}`,
      body: { from: SENDER, ...(kind === 'broadcast' && { body: 'News for all' }), recipients },
    });
    expect(status).toBe(202);
    const path = `/api/v1/messaging/${kind}/${(body as { id: string }).id}`;
    await readFinishedJob(service, path);
    const { rows, file } = await readExport(`${path}/recipients/exports`);
    expect(rows).toBe(MEMBERS.length);
    for (const phone of MEMBERS) expect(file).toContain(phone);
  });
});

describe('an erasure', () => {
  it('removes the person', async () => {
    await enrol(service, FAY, { firstName: 'Fay' });
    const path = contactPath(FAY);
    const accepted = await service.call({ method: 'DELETE', path });
    expect(accepted.status).toBe(202);
    const { id } = accepted.body as { id: string };
    expect(await readEnded(`/api/v1/contacts/erasures/${id}`)).toMatchObject({ id, status: 'completed' });
    expect((await service.call({ path })).status).toBe(404);
  });
});
