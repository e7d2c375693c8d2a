import { usableFields } from '../../../console/src/audience/filter-fields';
import { fieldOptions } from '../../../console/src/audience/rule-options';
import { verbsOf } from '../../../console/src/audience/rule-verbs';
import { AUDIENCE_FIELD_NAMES } from '../../../shared/audience/segments/internal/fields';
import { OPERATOR_NAMES } from '../../../shared/audience/segments/internal/read-test';
import { fields, schema } from '../../support/console/filter-fixture';

describe('the filter of contacts', () => {
  it('has all fields of the service', () => {
    expect(fields.map(({ field }) => field).sort()).toEqual(
      [...AUDIENCE_FIELD_NAMES, ...schema.fields.map(({ label }) => `customFields.${label}`)].sort(),
    );
  });

  it('has a verb for every operator of the service', () => {
    const verbs = fields.flatMap(verbsOf);
    const offered = verbs.flatMap(({ form, several }) => [form.op, ...(several ? [several.op] : [])]);
    expect([...new Set(offered)].sort()).toEqual([...OPERATOR_NAMES].sort());
  });

  it.each([
    ['gender', ['Female', 'Male', 'Other']],
    ['customFields.My SINGLE_SELECT', ['Gold', 'Silver']],
    ['customFields.My MULTI_SELECT', ['Gold', 'Silver']],
    ['firstName', undefined],
  ])('offers for %s the values %j', (field, labels) => {
    const found = fields.find((one) => one.field === field);
    expect(found?.options?.map(({ label }) => label)).toEqual(labels);
  });

  it.each([
    ['birthDate', 'comes round in the next'],
    ['createdAt', 'is in the last'],
    ['firstName', 'is'],
    ['groups', 'is one of'],
    ['tags', 'is one of'],
  ])('begins a rule of %s with “%s”', (name, words) => {
    expect(verbsOf(fields.find(({ field }) => field === name)!)[0]?.words).toBe(words);
  });

  it('offers as many verbs for the date of birth as for other dates', () => {
    const verbs = ['birthDate', 'createdAt'].map((name) =>
      verbsOf(fields.find(({ field }) => field === name)!).map(({ id }) => id),
    );
    expect(verbs[0]!.toSorted()).toEqual(verbs[1]!.toSorted());
  });

  it.each([true, false])('lists the time of the last text, which is usable: %s', (trackLastTexted) => {
    const options = fieldOptions(usableFields(fields, { trackLastTexted }));
    const all = options.flatMap((option) => ('options' in option ? option.options : option));
    const found = all.filter(({ value }) => value === 'lastTextedAt');
    expect(found.map(({ disabled = false }) => !disabled)).toEqual([trackLastTexted]);
  });

  it.each([
    ['birthday', 'Date of birth'],
    ['e-mail', 'Email'],
    ['ZIP', 'Postal code'],
    ['texted', 'Last text'],
  ])('is searched for “%s”, which is %s', (typed, label) => {
    const all = fieldOptions(usableFields(fields, { trackLastTexted: false })).flatMap((option) =>
      'options' in option ? option.options : option,
    );
    const found = all.filter(({ filteringTags = [] }) => filteringTags.some((tag) => tag.includes(typed)));
    expect(found.map((option) => option.label)).toEqual([label]);
  });

  it('offers groups with the number of their members, and tags under the names of their groups', () => {
    const optionsOf = (name: string) => fields.find(({ field }) => field === name)?.options;
    expect(optionsOf('groups')).toEqual([
      { value: 'grp_1', label: 'Customers', description: '1 member' },
      { value: 'grp_2', label: 'Newsletter', description: '1,200 members' },
    ]);
    expect(optionsOf('tags')).toEqual([
      { value: 'tag_1', label: 'VIP (Customers)', group: 'Customers' },
      { value: 'tag_2', label: 'New', group: 'Customers' },
      { value: 'tag_3', label: 'VIP (Newsletter)', group: 'Newsletter' },
    ]);
  });

  it('lists groups and tags under a heading of their own', () => {
    const headings = fieldOptions(fields).flatMap((option) => ('options' in option ? [option] : []));
    expect(headings.map(({ label }) => label)).toEqual(['Contact', 'Address', 'Groups', 'Custom fields']);
    expect(headings[2]?.options.map(({ label }) => label)).toEqual(['Group', 'Tag']);
  });

  it('offers the states of both countries once each, by their usual names', () => {
    const states = fields.find(({ field }) => field === 'address.state')?.options ?? [];
    expect(states.length).toBe(72);
    expect(new Set(states.map(({ value }) => value)).size).toBe(72);
    expect(states.filter(({ value }) => ['DC', 'TX', 'QC'].includes(value))).toEqual([
      { value: 'DC', label: 'District of Columbia', group: 'United States' },
      { value: 'TX', label: 'Texas', group: 'United States' },
      { value: 'QC', label: 'Quebec', group: 'Canada' },
    ]);
  });
});
