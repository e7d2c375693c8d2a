import {
  createField,
  listFields,
  updateField,
} from '../../../../../shared/audience/custom-fields/define-fields';
import type { OptionChange } from '../../../../../shared/audience/custom-fields/option-changes';
import { accountKey } from '../../../../../shared/platform/store/keys';
import { useEngine } from '../../../../support/engines/engine';

const NOW = '2026-03-01T12:00:00.000Z';

const engine = useEngine();
let accounts = 0;
let accountId: string;
const deps = () => ({ table: engine.table, clock: { now: () => new Date(NOW) } });

beforeEach(async () => {
  accountId = `acc_${(accounts += 1)}`;
  await engine.table.put({ Item: { ...accountKey(accountId), id: accountId } });
});

const create = (label: string) => createField(deps(), { accountId, label, type: 'TEXT', options: [] });

describe('custom fields of an account', () => {
  it('are at most seven when ten are created at once, each with a number of its own', async () => {
    const results = await Promise.all(Array.from({ length: 10 }, (_, index) => create(`Field ${index}`)));
    expect(
      results.filter((result) => 'refused' in result && result.refused === 'tooManyFields'),
    ).toHaveLength(3);
    const fields = await listFields(engine.table, accountId);
    expect(fields.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(new Set(fields.map(({ generation }) => generation)).size).toBe(7);
  });

  it('have unique labels when one label is created many times at once', async () => {
    const results = await Promise.all(['City', 'city', ' CITY'].map(create));
    expect(results.filter((result) => 'refused' in result && result.refused === 'labelTaken')).toHaveLength(
      2,
    );
    expect(await listFields(engine.table, accountId)).toHaveLength(1);
  });

  it('keep one new name of an option that is renamed many times at once, with every option that is added', async () => {
    const address = { label: 'Size' };
    await createField(deps(), { accountId, label: 'Size', type: 'SINGLE_SELECT', options: ['S'] });
    const change = (options: OptionChange[]) =>
      updateField(deps(), { accountId, address, change: { options } });
    const results = await Promise.all(
      ['M', 'L', 'XL'].map((to) => change([{ from: 'S', to }, { to: `new ${to}` }])),
    );
    const made = results.filter((result) => 'field' in result);
    const refused = results.filter((result) => 'refused' in result && result.refused === 'unknownOption');
    expect([made.length, refused.length]).toEqual([1, 2]);
    const [field] = await listFields(engine.table, accountId);
    const [to = ''] = field?.options ?? [];
    expect(field).toMatchObject({
      options: [to, `new ${to}`],
      renames: [{ names: { 0: 'S' }, options: 1 }],
    });
  });

  it('cannot be created for an account that there is not', async () => {
    accountId = 'acc_nobody';
    expect(await create('City')).toEqual({ refused: 'noSuchAccount' });
    expect(await listFields(engine.table, accountId)).toEqual([]);
  });
});
