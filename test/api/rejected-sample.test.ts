import { createField } from '../../shared/audience/custom-fields/define-fields';
import { createGroup } from '../../shared/audience/groups/create-group';
import { expectSoon } from '../support/service/api-sending';
import { apiImports, IMPORTS } from '../support/service/api-imports';
import { findTraces } from '../support/erasure/find-traces';
import { useSendingService } from '../support/service/sending-service';
import { randomPhone } from '../support/service/service';

const fixture = useSendingService({ silentOptIn: true });
const { call, run, read } = apiImports(fixture);

const makeField = (label: string, type: 'SINGLE_SELECT' | 'MULTI_SELECT') =>
  createField(fixture.service.deps, {
    accountId: fixture.account.accountId,
    label,
    type,
    options: ['S', 'M'],
  });

describe('rules E5: the sample of rejected rows', () => {
  it('has row, column, value and reason of each row of a CSV file', async () => {
    await makeField('Size', 'SINGLE_SELECT');
    await makeField('Topics', 'MULTI_SELECT');
    const [first, second, third] = [randomPhone(), randomPhone(), randomPhone()];
    const done = await run(
      [
        'Mobile;First Name;size;Topics;Date of birth;Email',
        `${first};Ann;XL;;;`,
        `${second};Bo;S;M|News|Sales;;`,
        'none;Cid;;;1990-02-30;no mail',
        `${third};Dan;M;S;;`,
        `;Eve;;;;`,
        `${third};Dan;M;S;;;surplus`,
      ].join('\n'),
    );
    expect(done).toMatchObject({ rows: 6, created: 1, rejected: 5 });
    expect(done.rejectedSample).toEqual([
      {
        row: 2,
        column: 'size',
        value: 'XL',
        reason: 'unknown_option: must be one of S, M, not "XL"',
      },
      {
        row: 3,
        column: 'Topics',
        value: 'News, Sales',
        reason: 'unknown_option: must be one of S, M, not "News, Sales"',
      },
      {
        row: 4,
        column: 'Mobile',
        value: 'none',
        reason:
          'must be a phone number, without extension and letters, not "none"; email: must be an e-mail address, such as ' +
          'name@example.com, not "no mail"; birthDate: must be a day of the calendar, YYYY-MM-DD or MM/DD/YYYY, not "1990-02-30"',
      },
      { row: 6, column: 'Mobile', reason: 'required' },
      { row: 7, reason: 'has 7 cells where the header has 6: is a quote missing?' },
    ]);
  });

  it('names the keys of JSON lines, and the paths of endpoints of Amazon Pinpoint', async () => {
    const [first, second] = [randomPhone(), randomPhone()];
    const lines = [
      JSON.stringify({ phone: first, address: { country: 'XX' } }),
      '{"phone":',
      JSON.stringify({ 'Mobile No': 'x' }),
    ];
    const done = await run(lines.join('\n'), { format: 'jsonl' });
    expect(done.rejectedSample).toEqual([
      {
        row: 1,
        column: 'address.country',
        value: 'XX',
        reason: 'must be an ISO 3166-1 alpha-2 code, not "XX"',
      },
      { row: 2, reason: 'is not valid JSON' },
      {
        row: 3,
        column: 'Mobile No',
        value: 'x',
        reason: 'must be a phone number, without extension and letters, not "x"',
      },
    ]);
    await makeField('Size', 'SINGLE_SELECT');
    const endpoints = [
      { ChannelType: 'SMS', Address: 'x' },
      { ChannelType: 'SMS', Address: second, Attributes: { Size: ['XL'] } },
      { ChannelType: 'SMS', Address: second, Location: { Country: 'XX' } },
    ];
    const exported = await run(endpoints.map((one) => JSON.stringify(one)).join('\n'), {
      format: 'pinpoint',
      mapping: { 'Attributes.Size': 'customFields.Size' },
    });
    const columns = (exported.rejectedSample as Array<{ column: string; value: string }>).map(
      ({ column, value }) => [column, value],
    );
    expect(columns).toEqual([
      ['Address', 'x'],
      ['Attributes.Size', 'XL'],
      ['Location.Country', 'XX'],
    ]);
  });

  it('ends an import whose rows have half a surrogate pair in a value or a name', async () => {
    const phone = randomPhone();
    const long = `${'n'.repeat(199)}😀`;
    const done = await run(
      [
        `{"phoneNumber":"${phone}","firstName":"\\ud800x"}`,
        `{"phoneNumber":"${phone}","lastName":"Ok","half \\udc00":1,"${long}":1}`,
      ].join('\n'),
      { format: 'jsonl' },
    );
    expect(done).toMatchObject({
      status: 'completed',
      created: 1,
      rejected: 1,
      ignoredColumns: ['half \ufffd', long],
      rejectedSample: [{ row: 1, column: 'firstName', value: '\ufffdx' }],
    });
  });

  it('names the phone number of a contact that refuses', async () => {
    const phone = randomPhone();
    const { accountId } = fixture.account;
    const group = await createGroup(fixture.service.deps, { accountId, name: 'News', optInType: 'SINGLE' });
    await run(`phone,unsubscribed\n${phone},yes\n`);
    const national = `(${phone.slice(2, 5)}) ${phone.slice(5, 8)}-${phone.slice(8)}`;
    const done = await run(`Cell\n${national}\n`, { group: group.id, consentBasis: 'Signed.' });
    expect(done.rejectedSample).toEqual([
      {
        row: 2,
        column: 'Cell',
        value: national,
        reason: 'hard-opted-out: only the contact can opt in again',
      },
    ]);
  });

  it('has the first 20 rows, also of a dry run, and is empty without any; the list of imports has none', async () => {
    const rows = Array.from({ length: 300 }, (_, index) => `bad ${index}`);
    const done = await run(`phone\n${rows.join('\n')}\n`, { dryRun: true });
    const sample = done.rejectedSample as Array<{ row: number; value: string }>;
    expect(sample.map(({ row, value }) => [row, value])).toEqual(
      Array.from({ length: 20 }, (_, index) => [index + 2, `bad ${index}`]),
    );
    expect(await run(`phone\n${randomPhone()}\n`)).toMatchObject({ rejected: 0, rejectedSample: [] });
    const { results } = (await call('GET', IMPORTS)).body as { results: object[] };
    expect(results).toHaveLength(2);
    for (const one of results) expect(one).not.toHaveProperty('rejectedSample');
  });

  it('is empty once one of its people was erased', async () => {
    const [person, other] = [randomPhone(), randomPhone()];
    await run(`phone,first\n${person},Ada\n${other},Bo\n`);
    const file = `phone,first,email\n${person},Ada,ada mail\n${other},Bo,bo mail\n`;
    const { id } = await run(file);
    expect((await read(id)).rejectedSample).toMatchObject([{ value: 'ada mail' }, { value: 'bo mail' }]);
    const path = `/api/v1/contacts/by-phone/${encodeURIComponent(person)}`;
    const { id: erasureId } = (await call('DELETE', path)).body as { id: string };
    await expectSoon(async () => {
      const erasure = await call('GET', `/api/v1/contacts/erasures/${erasureId}`);
      expect(erasure.body).toMatchObject({ status: 'completed' });
    });
    expect(await read(id)).toMatchObject({ rejected: 2, rejectedSample: [] });
    expect(await read(id)).not.toHaveProperty('rejectedFile');
    expect(await findTraces(fixture.service.deps.table, ['ada mail'])).toEqual([]);
  });
});
