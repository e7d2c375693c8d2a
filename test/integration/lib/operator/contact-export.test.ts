import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useOperator } from './operator-fixture';

const operator = useOperator();
let accountId: string;

beforeEach(async () => {
  accountId = await operator.createAccount();
});

const pathOf = (name: string) => join(operator.dataDir, name);
const run = <T>(...args: string[]) => operator.json<T>(...args, '--account', accountId);

/** Contacts with values that a spreadsheet, a delimiter or a trim could change. */
const AWKWARD = [
  { phoneNumber: '+12065550100', firstName: '=1+1', lastName: "'quoted", gender: 'FEMALE' },
  { phoneNumber: '+12065550101', firstName: ' spaces ', lastName: 'a;b,c|d\te', isFavorite: true },
  { phoneNumber: '+12065550102', firstName: 'two\nlines', lastName: '"', birthDate: '1990-02-28' },
  { phoneNumber: '+12065550103', firstName: '-5', address: { street: "'+1", postalCode: '02134' } },
  { phoneNumber: '+442071234567', firstName: 'Zoë 😀', address: { country: 'GB', city: '@home' } },
  { phoneNumber: '+12065550104', optedOut: '2024-05-06' },
];

describe('rules E5: contact export', () => {
  it.each(['csv', 'jsonl'])('writes %s of which an import changes nothing', async (format) => {
    const file = pathOf(`in-${format}.jsonl`);
    writeFileSync(file, AWKWARD.map((contact) => JSON.stringify(contact)).join('\n'));
    await run('contact', 'import', '--file', file);

    const exported = pathOf(`out.${format}`);
    expect(await run('contact', 'export', '--file', exported)).toEqual({
      file: exported,
      rows: AWKWARD.length,
    });
    expect(readFileSync(exported, 'utf8')).toContain('Zoë');
    expect(await run('contact', 'import', '--file', exported)).toMatchObject({
      ...{ imported: 0, updated: 0, unchanged: AWKWARD.length, skipped: 0, rejected: [] },
    });
  });

  it.each(['csv', 'jsonl'])(
    'writes %s of members with tags, which an import into their group leaves',
    async (format) => {
      const { id: group } = await run<{ id: string }>(
        ...['group', 'create', '--name', `Of ${format}`, '--opt-in-type', 'SINGLE', '--tag', 'VIP'],
      );
      const enrolment = ['--group', group, '--consent-basis', 'Signed.', '--opt-in-mode', 'DIRECT'];
      const file = pathOf(`tagged-${format}.csv`);
      writeFileSync(file, 'phone,first,tags\n2065550111,Ann,VIP\n2065550112,Bo,\n');
      await run('contact', 'import', '--file', file, ...enrolment);
      const exported = pathOf(`members.${format}`);
      const audience = JSON.stringify({ groups: [group] });
      await run('contact', 'export', '--file', exported, '--audience', audience);
      const of = async () => run('contact', 'show', '--phone', '+12065550111');
      const before = await of();
      expect(before).toMatchObject({
        groups: expect.arrayContaining([
          expect.objectContaining({ tags: [expect.objectContaining({ name: 'VIP' })] }),
        ]) as unknown,
      });
      expect(await run('contact', 'import', '--file', exported, ...enrolment)).toMatchObject({
        ...{ imported: 0, updated: 0, unchanged: 2, skipped: 0, rejected: [] },
      });
      expect(await of()).toEqual(before);
    },
  );

  it('writes an audience only, and says what it cannot write', async () => {
    const file = pathOf('two.csv');
    writeFileSync(file, 'phone,city\n2065550105,Paris\n2065550106,Rome\n');
    await run('contact', 'import', '--file', file);
    const filter = { field: 'address.city', op: 'equals', value: 'rome' };
    const audience = JSON.stringify({ filter });
    expect(
      await run('contact', 'export', '--file', pathOf('rome.csv'), '--audience', audience),
    ).toMatchObject({ rows: 1 });
    const refused = await operator.run(
      ...['contact', 'export', '--account', accountId, '--file', pathOf('contacts.xlsx')],
    );
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toMatch(/neither \.csv nor \.jsonl/);
  });
});
