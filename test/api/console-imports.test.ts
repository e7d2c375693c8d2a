import { createGroup } from '../../shared/audience/groups/create-group';
import { type ConsoleUser, createConsoleUser } from '../support/console/console-user';
import { expectSoon } from '../support/service/api-sending';
import { apiImports, IMPORTS, upload } from '../support/service/api-imports';
import { useSendingService } from '../support/service/sending-service';
import { type ApiAnswer, callApi, createApiAccount, randomPhone } from '../support/service/service';

const fixture = useSendingService({ silentOptIn: true });
const { call, create, start, ended, run, contact } = apiImports(fixture);

let user: ConsoleUser;

beforeEach(async () => {
  const { accountId } = fixture.account;
  user = await createConsoleUser(fixture.service, { accountId, role: 'editor' });
});

type Shown = Record<string, unknown> & { id: string };

const asUser = (method: string, path: string, body?: unknown) =>
  callApi(fixture.service, { method, path, headers: user.headers, body });
const shown = async (id: string) => (await asUser('GET', `/console/api/imports/${id}`)).body as Shown;
const listed = async () =>
  ((await asUser('GET', '/console/api/imports')).body as { results: Shown[] }).results;
const refusalOf = ({ status, body }: ApiAnswer) => {
  const { code, details } = body as { code: number; details?: unknown };
  return [status, code, details];
};

const MESSY = (phones: string[]) =>
  [
    'Mobile;First name;Birthday',
    `${phones[0]};Zoë;25/12/1990`,
    'none;Bo;',
    `${phones[1]};Cid;31/02/1990`,
  ].join('\r\n');

/** Imports a file with two rejected rows as the user, and returns its id. */
async function messyImport(body: object = {}): Promise<string> {
  const content = MESSY([randomPhone(), randomPhone()]);
  const wish = { format: 'csv', fileName: 'contacts.csv', bytes: Buffer.byteLength(content), ...body };
  const { id, upload: target } = (await asUser('POST', IMPORTS, wish)).body as Shown & {
    upload: { url: string };
  };
  await upload(target.url, content);
  await asUser('POST', `${IMPORTS}/${id}/start`);
  await ended(id);
  return id;
}

const correction = (id: string, body: object = {}, corrects: object = {}) =>
  asUser('POST', IMPORTS, {
    format: 'csv',
    corrects: { id, rows: [3, 4], key: 'first', ...corrects },
    ...body,
  });

describe('rules E5: who imported which file', () => {
  it('is told to users of the console, and the public answers stay as they are', async () => {
    const id = await messyImport();
    const by = { kind: 'user', id: user.userId, name: user.email };
    const told = {
      ...{ id, fileName: 'contacts.csv', totalRows: 3, rows: 3, rejected: 2 },
      ...{ createdBy: by, startedBy: by },
    };
    expect(await shown(id)).toMatchObject({ ...told, hasRejectedFile: true, corrections: [] });
    expect((await listed()).find((one) => one.id === id)).toMatchObject(told);
    const open = (await call('GET', `${IMPORTS}/${id}`)).body as Shown;
    for (const name of ['fileName', 'fileBytes', 'createdBy', 'startedBy', 'totalRows', 'secondsLeft']) {
      expect(open).not.toHaveProperty(name);
    }
  });

  it('names the API key that began it, and has the size of the file as it was uploaded', async () => {
    const content = `phone\n${randomPhone()}\n`;
    const id = await start(content);
    const done = await ended(id);
    expect(done.status).toBe('completed');
    const by = expect.objectContaining({ kind: 'apiKey', id: fixture.account.apiKeyId }) as unknown;
    expect(await shown(id)).toMatchObject({ createdBy: by, startedBy: by, fileBytes: content.length });
    expect(await shown(id)).not.toHaveProperty('fileName');
  });

  it('names the user who started a trial for real, and after the removal of that user the user’s id', async () => {
    const id = await messyImport({ dryRun: true });
    const { accountId } = fixture.account;
    const admin = await createConsoleUser(fixture.service, { accountId, role: 'admin' });
    const other = await createConsoleUser(fixture.service, { accountId, role: 'editor' });
    const started = await callApi(fixture.service, {
      ...{ method: 'POST', path: `${IMPORTS}/${id}/start`, headers: other.headers, body: { dryRun: false } },
    });
    expect(started.status).toBe(202);
    await ended(id);
    const startedBy = { kind: 'user', id: other.userId, name: other.email };
    expect(await shown(id)).toMatchObject({ startedBy, createdBy: { id: user.userId } });
    const path = `/console/api/users/${other.userId}`;
    expect((await callApi(fixture.service, { method: 'DELETE', path, headers: admin.headers })).status).toBe(
      204,
    );
    expect(await shown(id)).toMatchObject({ startedBy: { kind: 'user', id: other.userId } });
  });

  it('takes a file name of 255 characters and no longer one, nor an empty one', async () => {
    expect((await call('POST', IMPORTS, { format: 'csv', fileName: 'é'.repeat(255) })).status).toBe(201);
    for (const fileName of ['é'.repeat(256), '', 'a\u0000b', 7]) {
      expect(refusalOf(await call('POST', IMPORTS, { format: 'csv', fileName })).slice(0, 2)).toEqual([
        400, 33100,
      ]);
    }
  });

  it('is not told about imports of another account, whose rows cannot be corrected either', async () => {
    const { accountId } = await createApiAccount(fixture.service);
    const foreign = await createConsoleUser(fixture.service, { accountId, role: 'admin' });
    const id = await messyImport();
    const ask = (method: string, path: string, body?: unknown) =>
      callApi(fixture.service, { method, path, headers: foreign.headers, body });
    const corrects = { id, rows: [3], key: 'first' };
    for (const answer of [
      await ask('GET', `/console/api/imports/${id}`),
      await ask('GET', '/console/api/imports/imp_none'),
      await ask('POST', IMPORTS, { format: 'csv', corrects }),
    ]) {
      expect(refusalOf(answer).slice(0, 2)).toEqual([404, 33110]);
    }
    expect((await ask('GET', '/console/api/imports')).body).toEqual({ results: [] });
    expect(await shown(id)).toMatchObject({ corrections: [] });
  });

  it('is told to viewers, who cannot import', async () => {
    const { accountId } = fixture.account;
    const viewer = await createConsoleUser(fixture.service, { accountId, role: 'viewer' });
    const { headers } = viewer;
    const id = await messyImport();
    const path = `/console/api/imports/${id}`;
    expect((await callApi(fixture.service, { path, headers })).status).toBe(200);
    const body = { format: 'csv', corrects: { id, rows: [3], key: 'first' } };
    const refused = await callApi(fixture.service, { method: 'POST', path: IMPORTS, headers, body });
    expect(refusalOf(refused).slice(0, 2)).toEqual([403, 33112]);
  });
});

describe('rules E5: an import of corrected rows', () => {
  it('has the settings of the first import: columns, group, consent, dates', async () => {
    const { id: groupId } = await createGroup(fixture.service.deps, {
      ...{ accountId: fixture.account.accountId, name: 'Members', optInType: 'SINGLE' as const },
    });
    const content = (phone: string, date: string) => `Nummer;Rufname;Birthday\n${phone};Zoë;${date}\n`;
    const settings = {
      ...{ mapping: { Nummer: 'phoneNumber', Rufname: 'firstName' }, onExisting: 'skip' },
      ...{ group: groupId, optInMode: 'SILENT', consentBasis: 'Signed at the till.', fileName: 'a.csv' },
    };
    const first = await run(`${content('none', '')}${randomPhone()};Bo;25/12/1990\n`, settings);
    expect(first).toMatchObject({ created: 1, rejected: 1, dateFormat: 'dmy' });
    const phone = randomPhone();
    const made = await correction(first.id, {}, { rows: [2] });
    expect(made.status).toBe(201);
    const { id, upload: target } = made.body as Shown & { upload: { url: string } };
    await upload(target.url, content(phone, '03/04/1990'));
    await asUser('POST', `${IMPORTS}/${id}/start`);
    expect(await ended(id)).toMatchObject({
      ...{
        created: 1,
        rejected: 0,
        group: groupId,
        optInMode: 'SILENT',
        onExisting: 'skip',
        dateFormat: 'dmy',
      },
    });
    expect(await contact(phone)).toMatchObject({
      ...{ firstName: 'Zoë', birthDate: '1990-04-03', groups: [{ id: groupId }] },
    });
    expect(await shown(id)).toMatchObject({ corrects: { id: first.id, rowCount: 1, fileName: 'a.csv' } });
    expect(await shown(first.id)).toMatchObject({
      corrections: [{ id, key: 'first', rows: [2], status: 'completed', dryRun: false }],
    });
  });

  it('adds contacts that are listed with those of the first file, and no others', async () => {
    const [known, first, corrected, again, elsewhere] = Array.from({ length: 5 }, randomPhone);
    expect(
      (await call('POST', `/api/v1/contacts/by-phone/${encodeURIComponent(known ?? '')}`, {})).status,
    ).toBe(201);
    const addedBy = async (id: string) => {
      const { status, body } = await call('GET', `/api/v1/contacts?addedByImport=${id}`);
      const { results = [] } = body as { results?: Array<{ phoneNumber: string }> };
      return [status, results.map(({ phoneNumber }) => phoneNumber).sort()];
    };
    const correct = async (id: string, key: string, rows: string[]) => {
      const made = (await correction(id, {}, { rows: [3], key })).body as Shown & { upload: { url: string } };
      await upload(made.upload.url, ['phone', ...rows].join('\n'));
      await asUser('POST', `${IMPORTS}/${made.id}/start`);
      expect(await ended(made.id)).toMatchObject({ created: 1 });
      return made.id;
    };
    const { id } = await run(`phone\n${known}\nnone\n${first}\n`);
    const second = await correct(id, 'first', [String(corrected), 'none', 'none']);
    const third = await correct(second, 'second', [String(again)]);
    await run(`phone\n${elsewhere}\n`);
    for (const one of [id, second, third]) {
      expect(await addedBy(one)).toEqual([200, [first, corrected, again].sort()]);
    }
    const { accountId } = await createApiAccount(fixture.service);
    const foreign = await createConsoleUser(fixture.service, { accountId, role: 'admin' });
    for (const [headers, unknown] of [
      [foreign.headers, id],
      [user.headers, 'imp_none'],
    ] as const) {
      const path = `/api/v1/contacts?addedByImport=${unknown}`;
      const answer = await callApi(fixture.service, { method: 'GET', path, headers });
      expect(refusalOf(answer).slice(0, 2)).toEqual([404, 33110]);
    }
  });

  it('is a trial as the first one was', async () => {
    const id = await messyImport({ dryRun: true });
    const made = (await correction(id)).body as Shown;
    expect(await shown(made.id)).toMatchObject({ dryRun: true, corrects: { rowCount: 2 } });
  });

  it('is made once for a key, also by requests at the same time', async () => {
    const id = await messyImport();
    const answers = await Promise.all([correction(id), correction(id), correction(id)]);
    const ids = answers.map(({ status, body }) => [status, (body as Shown).id]);
    expect(new Set(ids.map(([, one]) => one)).size).toBe(1);
    expect(ids.map(([status]) => status)).toEqual([201, 201, 201]);
    expect((await shown(id)).corrections).toHaveLength(1);
    const second = await correction(id, {}, { key: 'second' });
    expect((await shown(id)).corrections).toHaveLength(2);
    expect((second.body as Shown).id).not.toBe(ids[0]?.[1]);
  });

  it('is not made again by a repeat after its start', async () => {
    const id = await messyImport();
    const { id: madeId, upload: target } = (await correction(id)).body as Shown & { upload: { url: string } };
    await upload(target.url, `Mobile\n${randomPhone()}\n`);
    await asUser('POST', `${IMPORTS}/${madeId}/start`);
    await expectSoon(async () => {
      expect(refusalOf(await correction(id))).toEqual([409, 33111, { status: 'completed' }]);
    });
    expect((await shown(id)).corrections).toHaveLength(1);
  });

  it.each([
    ['settings of its own', { group: 'grp_1', dryRun: false }, {}, ['/group', '/dryRun']],
    ['another format', { format: 'jsonl' }, {}, ['/format']],
    ['more rows than were rejected', {}, { rows: [2, 3, 4] }, ['/corrects/rows']],
    ['the same row twice', {}, { rows: [3, 3] }, ['/corrects/rows']],
    ['no rows', {}, { rows: [] }, ['/corrects/rows']],
    ['101 rows', {}, { rows: Array.from({ length: 101 }, (_, index) => index + 1) }, ['/corrects/rows']],
    ['row 0', {}, { rows: [0] }, ['/corrects/rows/0']],
    ['a key of one character', {}, { key: 'a' }, ['/corrects/key']],
    ['a key with a space', {}, { key: 'a b' }, ['/corrects/key']],
  ])('refuses %s', async (_, body, corrects, pointers) => {
    const id = await messyImport();
    const { status, body: answer } = await correction(id, body, corrects);
    const { details } = answer as { details: { errors: Array<{ pointer: string }> } };
    expect([status, details.errors.map(({ pointer }) => pointer)]).toEqual([400, pointers]);
  });

  it('refuses an import that is not completed, and one that is not there', async () => {
    const { id } = await create();
    expect(refusalOf(await correction(id))).toEqual([409, 33111, { status: 'awaitingUpload' }]);
    expect(refusalOf(await correction('imp_none')).slice(0, 2)).toEqual([404, 33110]);
  });

  it('refuses a 51st correction', async () => {
    const id = await messyImport();
    for (let count = 1; count <= 50; count += 1) {
      expect((await correction(id, {}, { key: `key-${count}` })).status).toBe(201);
    }
    const { body } = await correction(id, {}, { key: 'key-51' });
    expect((body as { details: unknown }).details).toEqual({
      errors: [{ pointer: '/corrects/id', reason: 'must not have 50 corrections already' }],
    });
    expect((await correction(id, {}, { key: 'key-50' })).status).toBe(201);
  });
});
