import { gzipSync } from 'node:zlib';
import { createField } from '../../shared/audience/custom-fields/define-fields';
import { createGroup } from '../../shared/audience/groups/create-group';
import { updateExpression } from '../../shared/platform/store/expressions';
import { accountKey } from '../../shared/platform/store/keys';
import { membershipLog } from '../../shared/audience/consent/consent-log';
import { type ApiImport, apiImports, counts, IMPORTS, upload } from '../support/service/api-imports';
import { expectSoon } from '../support/service/api-sending';
import { findFileTraces } from '../support/erasure/find-file-traces';
import { useSendingService } from '../support/service/sending-service';
import { type ApiAccount, callApi, createApiAccount, randomPhone } from '../support/service/service';

const fixture = useSendingService();
let account: ApiAccount;
beforeEach(() => {
  account = fixture.account;
});
const { call, ended, run, contact } = apiImports(fixture);
const national = (phone: string) => phone.slice(2);

describe('rules E5: imports over HTTP', () => {
  it('leaves a ZIP without its zero as the contact has it: what an export wrote changes nothing', async () => {
    const phone = `+1213${randomPhone().slice(5)}`;
    await call('POST', `/api/v1/contacts/by-phone/${encodeURIComponent(phone)}`, {
      address: { postalCode: '2134' },
    });
    const before = await contact(phone);
    expect(await run(`phoneNumber,postalCode\n${phone},2134\n`)).toMatchObject(
      counts({ rows: 1, unchanged: 1 }),
    );
    expect(await contact(phone)).toEqual(before);
    expect(await run(`phoneNumber,postalCode\n${phone},2135\n`)).toMatchObject(
      counts({ rows: 1, updated: 1 }),
    );
    expect(await contact(phone)).toMatchObject({ address: { postalCode: '02135' }, tz: 'America/New_York' });
  });

  it('takes a file as spreadsheets write it, and says what became of its rows', async () => {
    const [first, second, third] = [randomPhone(), randomPhone(), randomPhone()];
    const [area, exchange, line] = [third.slice(2, 5), third.slice(5, 8), third.slice(8)];
    const file = [
      'Phone;First Name;Zip;Date of birth;Shoe size',
      `${national(first)};Ann;98101;04/01/1990;38`,
      `"${second}";"Bob
the builder";;;41`,
      `(${area}) ${exchange}-${line};Cid;;1990-02-30;40`,
      `${national(first)};Anna;98101;04/01/1990;38`,
    ].join('\r\n');

    const done = await run(file);

    expect(done).toMatchObject({
      status: 'completed',
      ...counts({ rows: 4, created: 2, skipped: 1, rejected: 1, duplicates: 1 }),
      ignoredColumns: ['Shoe size'],
      startedAt: expect.any(String) as string,
      completedAt: expect.any(String) as string,
    });
    expect(await contact(first)).toMatchObject({
      firstName: 'Anna',
      birthDate: '1990-04-01',
      address: { postalCode: '98101' },
    });
    expect(await contact(second)).toMatchObject({ firstName: 'Bob\nthe builder' });
    const download = await fetch(done.rejectedFile ?? '');
    expect(download.headers.get('cache-control')).toBe('no-store');
    const rejected = await download.text();
    expect(rejected).toBe(
      'Phone;First Name;Zip;Date of birth;Shoe size;rejectedRow;rejectedReason\n' +
        `(${area}) ${exchange}-${line};Cid;;1990-02-30;40;4;"birthDate: must be a day of the calendar, YYYY-MM-DD or MM/DD/YYYY, not ""1990-02-30"""\n`,
    );

    // Corrected, the file of rejected rows can be imported unchanged.
    const mended = await run(rejected.replace('1990-02-30', '02/28/1990'));
    expect(mended).toMatchObject({ ...counts({ rows: 1, created: 1 }), ignoredColumns: ['Shoe size'] });
    expect(await contact(third)).toMatchObject({ firstName: 'Cid', birthDate: '1990-02-28' });

    // Rejected again, its report is about this import only.
    const again = await run(rejected.replace('1990-02-30', '31/31/1990'));
    expect(await (await fetch(again.rejectedFile ?? '')).text()).toBe(
      'Phone;First Name;Zip;Date of birth;Shoe size;rejectedRow;rejectedReason\n' +
        `(${area}) ${exchange}-${line};Cid;;31/31/1990;40;2;"birthDate: must be a day of the calendar, YYYY-MM-DD or MM/DD/YYYY, not ""31/31/1990"""\n`,
    );

    // The same file again changes nothing.
    expect(await run(file)).toMatchObject(
      counts({ rows: 4, unchanged: 2, skipped: 1, rejected: 1, duplicates: 1 }),
    );
  });

  it('takes gzip, UTF-16 and JSON lines', async () => {
    const [first, second, third] = [randomPhone(), randomPhone(), randomPhone()];
    const text = `\ufeffphoneNumber\tfirstName\n${first}\tZoë\n`;
    expect(await run(Buffer.from(text, 'utf16le'))).toMatchObject(counts({ rows: 1, created: 1 }));
    expect(await contact(first)).toMatchObject({ firstName: 'Zoë' });
    expect(await run(gzipSync(`phoneNumber|firstName\n${second}|Bo\n`))).toMatchObject(
      counts({ rows: 1, created: 1 }),
    );
    const lines = `{"phoneNumber":"${third}","address":{"city":"Paris"},"isFavorite":true}\n\n{"firstName":"No one"}\n`;
    const done = await run(lines, { format: 'jsonl' });
    expect(done).toMatchObject(counts({ rows: 2, created: 1, rejected: 1 }));
    expect(await contact(third)).toMatchObject({ address: { city: 'Paris' }, isFavorite: true });
    const rejected = await (await fetch(done.rejectedFile ?? '')).text();
    expect(JSON.parse(rejected)).toEqual({
      firstName: 'No one',
      rejectedRow: 3,
      rejectedReason: 'phoneNumber: required',
    });
  });

  it('enrols only with a consent basis, which the log keeps, and never the hard-opted-out', async () => {
    const { accountId } = account;
    const group = await createGroup(fixture.service.deps, { accountId, name: 'News', optInType: 'SINGLE' });
    const [first, second] = [randomPhone(), randomPhone()];
    await run(`phone,unsubscribed\n${second},yes\n`);

    const done = await run(`phone\n${first}\n${second}\n`, {
      group: group.id,
      optInMode: 'DIRECT',
      consentBasis: 'Signed at the till.',
    });

    expect(done).toMatchObject(counts({ rows: 2, created: 1, rejected: 1 }));
    expect(await contact(first)).toMatchObject({ groups: [{ id: group.id }] });
    expect(await contact(second)).toMatchObject({ groups: [], optedOutAt: expect.any(String) as string });
    const log = await membershipLog(fixture.service.deps.table, { accountId, phoneNumber: first });
    expect(log).toMatchObject([{ action: 'OPT_IN', actor: 'import', evidence: 'Signed at the till.' }]);
    expect((await call('GET', `/api/v1/groups/${group.id}`)).body).toMatchObject({ contactCount: 1 });
  });

  it('enrols silently where the account allows it, and has to be told how elsewhere', async () => {
    const { accountId } = account;
    const group = await createGroup(fixture.service.deps, { accountId, name: 'News', optInType: 'SINGLE' });
    const phone = randomPhone();
    const enrolment = { group: group.id, consentBasis: 'Signed at the till.' };
    expect(await call('POST', IMPORTS, { format: 'csv', ...enrolment })).toMatchObject({
      status: 400,
      body: {
        code: 33100,
        message: expect.stringMatching(
          /^The request is invalid: \/optInMode is required, .* DIRECT.* CONFIRM/,
        ) as string,
        details: { errors: [{ pointer: '/optInMode' }] },
      },
    });
    const { table } = fixture.service.deps;
    await table.update({ Key: accountKey(accountId), ...updateExpression({ set: { silentOptIn: true } }) });
    const done = await run(`phone\n${phone}\n`, enrolment);
    expect(done).toMatchObject({ created: 1, group: group.id, optInMode: 'SILENT' });
    expect(await contact(phone)).toMatchObject({ groups: [{ id: group.id }] });
  });

  it('tags the members by a column, and rejects tags that the group lacks', async () => {
    const { accountId } = account;
    const group = await createGroup(fixture.service.deps, {
      ...{ accountId, name: 'News', optInType: 'SINGLE', tags: ['VIP', 'New'] },
    });
    const [first, second] = [randomPhone(), randomPhone()];
    const file = `phone,Tags\n${first},vip;${group.tags[1]?.id}\n${second},Gold\n`;
    const done = await run(file, { group: group.id, optInMode: 'DIRECT', consentBasis: 'Signed.' });
    expect(done).toMatchObject({
      ...counts({ rows: 2, created: 1, rejected: 1 }),
      rejectedSample: [
        { row: 3, column: 'Tags', value: 'Gold', reason: 'must be tags of the group, not "Gold"' },
      ],
    });
    expect(await contact(first)).toMatchObject({
      groups: [{ id: group.id, tags: [{ name: 'VIP' }, { name: 'New' }] }],
    });
  });

  it('opts out who says so, also into a group, and also when the rest of the row is rejected', async () => {
    const { accountId } = account;
    const group = await createGroup(fixture.service.deps, { accountId, name: 'News', optInType: 'SINGLE' });
    const [first, second, third] = [randomPhone(), randomPhone(), randomPhone()];
    await run(`phone,first\n${third},Cid\n`, {
      group: group.id,
      optInMode: 'DIRECT',
      consentBasis: 'Signed.',
    });
    const file =
      'phone,first,email,unsubscribed\n' +
      `${first},Ann,,yes\n${second},Bo,,no\n${third},Cyd,no e-mail,yes\n`;

    const done = await run(file, { group: group.id, optInMode: 'DIRECT', consentBasis: 'Signed.' });

    expect(done).toMatchObject(counts({ rows: 3, created: 2, rejected: 1 }));
    const refused = { groups: [], optedOutAt: expect.any(String) as string };
    expect(await contact(first)).toMatchObject({ ...refused, firstName: 'Ann' });
    expect(await contact(second)).toMatchObject({ groups: [{ id: group.id }] });
    expect(await contact(third)).toMatchObject({ ...refused, firstName: 'Cid' });
    expect((await call('GET', `/api/v1/groups/${group.id}`)).body).toMatchObject({ contactCount: 1 });
  });

  it('refuses a CSV file of another encoding with one sentence, and imports nothing of it', async () => {
    const [first, second] = [randomPhone(), randomPhone()];
    const done = await run(Buffer.from(`phone,first\n${first},Ann\n${second},Ren\u00e9\n`, 'latin1'));
    expect(done).toMatchObject({
      status: 'failed',
      errorMessage: expect.stringMatching(/^The file is not UTF-8.* save it as "CSV UTF-8"/) as string,
      ...counts({}),
    });
    expect(await contact(first)).toMatchObject({ code: 33030 });
  });

  it('changes nothing in a dry run, and leaves contacts that there are with onExisting skip', async () => {
    const [first, second] = [randomPhone(), randomPhone()];
    const file = `phone,name,first\n${first},x,Ann\n${second},y,Bo\n`;
    expect(await run(file, { dryRun: true })).toMatchObject(counts({ rows: 2, created: 2 }));
    expect(await contact(first)).toMatchObject({ code: 33030 });
    await call('POST', `/api/v1/contacts/by-phone/${encodeURIComponent(first)}`, { firstName: 'Old' });
    expect(await run(file, { onExisting: 'skip' })).toMatchObject(
      counts({ rows: 2, created: 1, skipped: 1 }),
    );
    expect(await contact(first)).toMatchObject({ firstName: 'Old' });
  });

  it('imports for real what was a dry run, without another upload', async () => {
    const phone = randomPhone();
    const { id, ...dry } = await run(`phone,first\n${phone},Ann\nbad,Bo\n`, { dryRun: true });
    expect(dry).toMatchObject({ status: 'completed', dryRun: true, rows: 2, created: 1, rejected: 1 });
    expect(await contact(phone)).toMatchObject({ code: 33030 });
    expect(await call('POST', `${IMPORTS}/${id}/start`)).toMatchObject({
      status: 409,
      body: { code: 33111, details: { status: 'completed' } },
    });
    for (const body of [{ dryRun: 'no' }, { dryRun: null }, { real: true }, []]) {
      expect(await call('POST', `${IMPORTS}/${id}/start`, body)).toMatchObject({
        status: 400,
        body: { code: 33100 },
      });
    }
    const started = await call('POST', `${IMPORTS}/${id}/start`, { dryRun: false });
    expect(started).toMatchObject({ status: 202, body: { id, dryRun: false } });
    expect(await ended(id)).toMatchObject({
      ...{ status: 'completed', dryRun: false, rows: 2, created: 1, rejected: 1 },
      rejectedSample: [{ row: 3, column: 'phone', value: 'bad' }],
    });
    expect(await contact(phone)).toMatchObject({ firstName: 'Ann' });
    // The file is deleted after the import has ended, since a retry may read it until then.
    await expectSoon(async () => expect(findFileTraces([phone])).toEqual([]));
  });

  it('goes by the mapping before it recognises a column', async () => {
    const phone = randomPhone();
    await createField(fixture.service.deps, {
      accountId: account.accountId,
      label: 'Member',
      type: 'NUMBER',
      options: [],
    });
    const file = `Phone,Cell,No.\nnone,${phone},7\n`;
    const mapping = { Cell: 'phoneNumber', 'no.': 'customFields.member' };
    expect(await run(file, { mapping })).toMatchObject({
      ...counts({ rows: 1, created: 1 }),
      ignoredColumns: ['Phone'],
    });
    expect(await contact(phone)).toMatchObject({ customFields: { Member: 7 } });
  });

  it('imports nothing of a file that it cannot read to its end', async () => {
    const phone = randomPhone();
    const cases: Array<[string | Uint8Array, RegExp]> = [
      [`phone,name\n${phone},"never closed\n`, /quote/],
      [`a,b\n${phone},x\n`, /no column for the phone number/],
      [gzipSync(`phone\n${phone}\n`.repeat(100)).subarray(0, 30), /gzip/],
      ['', /empty/],
    ];
    for (const [content, message] of cases) {
      const done = await run(content);
      expect(done).toMatchObject({ status: 'failed', ...counts({}) });
      expect(done.errorMessage).toMatch(message);
    }
    expect(await contact(phone)).toMatchObject({ code: 33030 });
  });

  it('reads the file that was there at the start, and no other one that is uploaded afterwards', async () => {
    const created = await call('POST', IMPORTS, { format: 'csv' });
    const { id, upload: target } = created.body as { id: string; upload: { url: string } };
    const numbers = Array.from({ length: 3000 }, randomPhone);
    await upload(target.url, `phone\n${numbers.join('\n')}\n`);
    const other = randomPhone();
    expect((await call('POST', `${IMPORTS}/${id}/start`)).status).toBe(202);
    await upload(target.url, `phone\n${other}\n`);
    const done = await ended(id);
    expect(await contact(other)).toMatchObject({ code: 33030 });
    // The worker may have read all of the first file by then.
    const isRefused = /replaced after the start/.test(String(done.errorMessage));
    expect([isRefused, done.rows === 3000]).toContain(true);
  });

  it('keeps no file of an import that is cancelled', async () => {
    const created = await call('POST', IMPORTS, { format: 'csv' });
    const { id, upload: target } = created.body as { id: string; upload: { url: string } };
    const phone = randomPhone();
    await upload(target.url, `phone\n${phone}\n`);
    expect(findFileTraces([phone])).toHaveLength(1);
    expect((await call('POST', `${IMPORTS}/${id}/cancel`)).status).toBe(200);
    expect(findFileTraces([phone])).toEqual([]);
  });

  it('passes over the header of each further file in it', async () => {
    const [first, second] = [randomPhone(), randomPhone()];
    const parts = [`Phone,First\r\n${first},A\r\n`, `\ufeffPhone,First\r\n${second},B\r\n`];
    const done = await run(Buffer.concat(parts.map((part) => gzipSync(part))));
    expect(done).toMatchObject(counts({ rows: 2, created: 2 }));
  });

  it('is started with its file only, and once', async () => {
    const created = await call('POST', IMPORTS, { format: 'csv' });
    const { id, upload: target } = created.body as {
      id: string;
      upload: { url: string; method: string; expiresAt: string };
    };
    expect(created).toMatchObject({ status: 201, body: { status: 'awaitingUpload' } });
    expect(target.method).toBe('PUT');
    expect(Date.parse(target.expiresAt)).toBeGreaterThan(Date.now());
    expect(await call('POST', `${IMPORTS}/${id}/start`)).toMatchObject({
      status: 409,
      body: { code: 33111, details: { status: 'awaitingUpload' } },
    });
    await upload(target.url, `phone\n${randomPhone()}\n`);
    const starts = await Promise.all([1, 2, 3].map(() => call('POST', `${IMPORTS}/${id}/start`)));
    expect(starts.filter(({ status }) => status === 202).length).toBeGreaterThan(0);
    expect(await ended(id)).toMatchObject({ status: 'completed', ...counts({ rows: 1, created: 1 }) });
    expect(await call('POST', `${IMPORTS}/${id}/start`)).toMatchObject({
      status: 409,
      body: { code: 33111, details: { status: 'completed' } },
    });
    expect(await call('POST', `${IMPORTS}/${id}/cancel`)).toMatchObject({
      status: 409,
      body: { code: 33111 },
    });
  });

  it('can be cancelled, once or twice, and not started then', async () => {
    const { id } = (await call('POST', IMPORTS, { format: 'csv' })).body as ApiImport;
    for (const _ of [1, 2]) {
      expect(await call('POST', `${IMPORTS}/${id}/cancel`)).toMatchObject({
        status: 200,
        body: { status: 'cancelled' },
      });
    }
    expect(await call('POST', `${IMPORTS}/${id}/start`)).toMatchObject({
      status: 409,
      body: { code: 33111, details: { status: 'cancelled' } },
    });
  });

  it('lists imports, newest first, page by page', async () => {
    const ids: string[] = [];
    for (const _ of [1, 2, 3])
      ids.unshift(((await call('POST', IMPORTS, { format: 'csv' })).body as ApiImport).id);
    const page = (await call('GET', `${IMPORTS}?limit=2`)).body as {
      results: ApiImport[];
      nextCursor: string;
    };
    expect(page.results.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const last = await call('GET', `${IMPORTS}?limit=2&cursor=${page.nextCursor}`);
    expect(last.body).toMatchObject({ results: [{ id: ids[2] }] });
    expect(last.body).not.toHaveProperty('nextCursor');
    const other = await createApiAccount(fixture.service);
    const path = `${IMPORTS}?cursor=${page.nextCursor}`;
    expect(await callApi(fixture.service, { account: other, path })).toMatchObject({
      status: 400,
      body: { code: 33100 },
    });
    for (const query of ['limit=0', 'limit=x', 'cursor=x', 'cursor=', 'status=running']) {
      expect(await call('GET', `${IMPORTS}?${query}`)).toMatchObject({ status: 400, body: { code: 33100 } });
    }
    expect((await call('GET', `${IMPORTS}?limit=1000`)).status).toBe(200);
  });

  it('is found by its own account only', async () => {
    const { id } = (await call('POST', IMPORTS, { format: 'csv' })).body as ApiImport;
    const other = await createApiAccount(fixture.service);
    const attempts = [
      { account: other, path: `${IMPORTS}/${id}` },
      { account: other, method: 'POST', path: `${IMPORTS}/${id}/start` },
      { account: other, method: 'POST', path: `${IMPORTS}/${id}/cancel` },
      { account, path: `${IMPORTS}/imp_01KJMNEX00B7C9TX2V5QK8RZJD` },
      { account, path: `${IMPORTS}/nonsense` },
    ];
    for (const attempt of attempts) {
      expect(await callApi(fixture.service, attempt)).toMatchObject({ status: 404, body: { code: 33110 } });
    }
  });

  it.each<[string, object, number, number]>([
    ['no format', {}, 400, 33100],
    ['another format', { format: 'xml' }, 400, 33100],
    ['an unknown property', { format: 'csv', groups: [] }, 400, 33100],
    ['a group without consent basis', { format: 'csv', group: 'grp_1' }, 400, 33100],
    ['a blank consent basis', { format: 'csv', group: 'grp_1', consentBasis: ' ' }, 400, 33100],
    ['a mode without group', { format: 'csv', optInMode: 'DIRECT' }, 400, 33100],
    ['a group id of another form', { format: 'csv', group: 'x', consentBasis: 'Yes.' }, 400, 33034],
    ['an unknown group', { format: 'csv', group: 'grp_1', consentBasis: 'Yes.' }, 404, 33031],
    [
      'SILENT without the capability',
      { format: 'csv', group: 'grp_1', consentBasis: 'Yes.', optInMode: 'SILENT' },
      403,
      33038,
    ],
    ['a mapping to no field', { format: 'csv', mapping: { A: 'shoeSize' } }, 400, 33100],
    ['a mapping to tags without group', { format: 'csv', mapping: { A: 'tags' } }, 400, 33100],
    ['half an emoji as a column', { format: 'csv', mapping: { 'A\ud83d': 'firstName' } }, 400, 33100],
    ['NUL in a column', { format: 'csv', mapping: { 'A\u0000': 'firstName' } }, 400, 33100],
    ['two columns for a field', { format: 'csv', mapping: { A: 'firstName', B: 'firstName' } }, 400, 33100],
  ])('refuses %s', async (_what, body, status, code) => {
    expect(await call('POST', IMPORTS, body)).toMatchObject({ status, body: { code } });
  });
});
