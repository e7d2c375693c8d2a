import type { Condition } from '../../../console/src/api/schemas';
import { filterFieldsOf } from '../../../console/src/audience/filter-fields';
import { whyNotCounted } from '../../../console/src/audience/why-not-counted';

const NEWS = { id: 'grp_news', name: 'News', contactCount: 3, tags: [] };
const fields = filterFieldsOf([], [NEWS] as never);
const isIn = (...value: string[]): Condition => ({ field: 'groups', op: 'containsAny', value });
const IN_ANN: Condition = { field: 'firstName', op: 'in', value: ['grp_ann'] };
const why = (condition: Condition, { code = 33031, isTotal = true } = {}) =>
  whyNotCounted(condition, { code, fields, isTotal });

describe('a rule that is not counted', () => {
  it('names the group that was deleted', () => {
    const sentence = 'Not counted: the group grp_old was deleted. Choose another, or remove the rule.';
    expect(why(isIn('grp_old'))).toBe(sentence);
    expect(why(isIn('grp_news', 'grp_old'))).toBe(sentence);
    expect(why({ not: isIn('grp_old', 'grp_old') })).toBe(sentence);
  });

  it('names each of several, also those of rules within others', () => {
    const condition: Condition = { all: [{ any: [isIn('grp_a'), IN_ANN] }, isIn('grp_b', 'grp_a')] };
    expect(why(condition)).toBe(
      'Not counted: the groups grp_a and grp_b were deleted. Choose others, or remove the rule.',
    );
  });

  it('says it in few words beside the rule', () => {
    expect(why(isIn('grp_news', 'grp_old'), { isTotal: false })).toBe('Not counted: names a deleted group');
    expect(why(isIn('grp_a', 'grp_b'), { isTotal: false })).toBe('Not counted: names 2 deleted groups');
    expect(why(isIn('grp_news'), { isTotal: false })).toBe('Not counted');
  });

  it('has no reason of groups when these are known, or something else is wrong', () => {
    expect(why(isIn('grp_news'))).toBe('Not counted');
    expect(why(IN_ANN)).toBe('Not counted');
    expect(why(isIn('grp_old'), { code: 33119 })).toBe('Not counted');
    expect(whyNotCounted(isIn('grp_old'), { code: undefined, fields, isTotal: true })).toBe('Not counted');
  });
});
