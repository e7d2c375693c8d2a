import type { CustomFieldDefinition } from '../../../../shared/audience/custom-fields/custom-field-schema';
import { changeOptions, type OptionChange } from '../../../../shared/audience/custom-fields/option-changes';
import { followOptions } from '../../../../shared/audience/segments/internal/follow-options';

const FIELD: CustomFieldDefinition = {
  number: 1,
  generation: 1,
  label: 'Plan',
  type: 'SINGLE_SELECT',
  options: ['Basic', 'Gold', 'Gold Plus'],
  isDisabled: false,
  createdAt: '2026-01-01T00:00:00.000Z',
};
const several = (field: CustomFieldDefinition): CustomFieldDefinition => ({ ...field, type: 'MULTI_SELECT' });

function change(field: CustomFieldDefinition, ...requests: OptionChange[][]): CustomFieldDefinition {
  return requests.reduce((before, changes) => {
    const after = changeOptions(before, changes);
    if ('refused' in after) throw new Error(after.refused);
    return { ...before, ...after };
  }, field);
}

const PREMIUM = change(FIELD, [{ from: 'Gold', to: 'Premium' }]);
const leaf = (op: string, value: unknown) => ({ field: 'customFields.Plan', op, value });
const follow = (op: string, value: unknown, field = PREMIUM, renames = 0) =>
  followOptions({ field, renames })(leaf(op, value));

describe('a stored comparison with an option (rules E3)', () => {
  it.each<[string, string, unknown, unknown]>([
    ['equals', 'equals', 'GOLD', leaf('equals', 'Premium')],
    ['notEquals', 'notEquals', 'gold', leaf('notEquals', 'Premium')],
    ['in', 'in', ['gold', 'basic', 'None'], leaf('in', ['Premium', 'basic', 'None'])],
    ['startsWith', 'startsWith', 'go', leaf('in', ['Premium', 'Gold Plus'])],
    ['contains', 'contains', 'LD', leaf('in', ['Premium', 'Gold Plus'])],
  ])('has the new name: %s', (_case, op, value, expected) => {
    expect(follow(op, value)).toEqual(expected);
  });

  it.each<[string, unknown]>([
    ['equals', 'BASIC'],
    ['equals', 'None'],
    ['startsWith', 'gold p'],
    ['contains', ''],
    ['contains', 'bas'],
    ['exists', true],
  ])('stays as it was written where it means the same: %s %j', (op, value) => {
    expect(follow(op, value)).toEqual(leaf(op, value));
  });

  it('has the new names in a list of several options, with their case', () => {
    expect(follow('containsAny', ['Gold', 'gold', 'Basic'], several(PREMIUM))).toEqual(
      leaf('containsAny', ['Premium', 'gold', 'Basic']),
    );
    expect(follow('containsAll', ['Gold', 'Gold Plus'], several(PREMIUM))).toEqual(
      leaf('containsAll', ['Premium', 'Gold Plus']),
    );
  });

  it('that was stored after the change is about the names after it', () => {
    const reused = change(PREMIUM, [{ to: 'Gold' }]);
    expect(follow('equals', 'Gold', reused, 1)).toEqual(leaf('equals', 'Gold'));
    expect(follow('equals', 'Gold', reused, 0)).toEqual(leaf('equals', 'Premium'));
  });

  it('follows a chain, a swap and a rename back', () => {
    const chain = change(PREMIUM, [{ from: 'Premium', to: 'Best' }]);
    expect(follow('equals', 'Gold', chain)).toEqual(leaf('equals', 'Best'));
    expect(follow('equals', 'Premium', chain, 1)).toEqual(leaf('equals', 'Best'));
    const swapped = change(FIELD, [
      { from: 'Basic', to: 'Gold' },
      { from: 'Gold', to: 'Basic' },
    ]);
    expect(follow('equals', 'basic', swapped)).toEqual(leaf('equals', 'Gold'));
    expect(follow('in', ['Gold', 'Basic'], swapped)).toEqual(leaf('in', ['Basic', 'Gold']));
    const back = change(PREMIUM, [{ from: 'Premium', to: 'Gold' }]);
    expect(follow('equals', 'gold', back)).toEqual(leaf('equals', 'gold'));
    expect(follow('equals', 'premium', back, 1)).toEqual(leaf('equals', 'Gold'));
  });

  it('with text that named no option means the first one that is called so afterwards', () => {
    expect(follow('equals', 'premium')).toEqual(leaf('equals', 'premium'));
    const chain = change(PREMIUM, [{ from: 'Premium', to: 'Best' }], [{ from: 'Basic', to: 'Premium' }]);
    expect(follow('equals', 'premium', chain)).toEqual(leaf('equals', 'Best'));
    expect(follow('startsWith', 'prem', chain)).toEqual(leaf('in', ['Best']));
    // While a request renames options, no option has any of its names.
    const swapped = change(FIELD, [
      { from: 'Basic', to: 'Silver' },
      { from: 'Gold', to: 'Basic' },
    ]);
    expect(follow('equals', 'Silver', swapped)).toEqual(leaf('equals', 'Silver'));
  });

  it('means an option that was added later by its first name', () => {
    const added = change(FIELD, [{ to: 'Team' }], [{ from: 'Team', to: 'Group' }]);
    expect(follow('equals', 'Team', added)).toEqual(leaf('equals', 'Group'));
  });

  it('means all the spellings that it meant', () => {
    const field = change({ ...FIELD, options: ['pro', 'Pro', 'Basic'] }, [{ from: 'Pro', to: 'Top' }]);
    expect(follow('equals', 'PRO', field)).toEqual(leaf('in', ['pro', 'Top']));
    expect(follow('notEquals', 'PRO', field)).toEqual({ not: leaf('in', ['pro', 'Top']) });
  });

  it('of many is read at once, however often the options were renamed', () => {
    const names = Array.from({ length: 199 }, (_, index) => `option ${index}`);
    const swaps = Array.from({ length: 500 }, () => [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'a' },
    ]);
    const field = change({ ...FIELD, options: [...names.slice(1), 'a', 'b'] }, ...swaps);
    const unknown = Array.from({ length: 500 }, (_, index) => `unknown ${index}`);
    const read = followOptions({ field, renames: 1 });
    for (let count = 0; count < 50; count++) {
      expect(read(leaf('in', [...unknown.slice(1), 'a']))).toEqual(leaf('in', [...unknown.slice(1), 'b']));
    }
  });
});
