import {
  changeOptions,
  type OptionChange,
} from '../../../../../shared/audience/custom-fields/option-changes';
import {
  optionName,
  optionNamesAfter,
  type SelectOptions,
  storedOption,
  storedOptions,
} from '../../../../../shared/audience/custom-fields/select-options';

const field = (...options: string[]): SelectOptions => ({ options });

function changed(before: SelectOptions, ...changes: OptionChange[]): SelectOptions {
  const after = changeOptions(before, changes);
  if ('refused' in after) throw new Error(after.refused);
  return after;
}

/** Returns the name of each stored value. */
const namesOf = (select: SelectOptions, ...stored: string[]) =>
  Object.fromEntries(stored.map((value) => [value, optionName(select, value)]));

const AB = field('A', 'B');

describe('options of a field (rules 2.6)', () => {
  it('are stored by their names as long as none was renamed', () => {
    expect([storedOption(AB, 'A'), optionName(AB, 'A')]).toEqual(['A', 'A']);
  });

  it('that are added come last, and rename nothing', () => {
    expect(changed(AB, { to: 'C' }, { to: 'D' })).toEqual({ options: ['A', 'B', 'C', 'D'] });
  });

  it('keep their place and their stored value when they are renamed', () => {
    const renamed = changed(AB, { from: 'A', to: 'Alpha' });
    expect(renamed).toEqual({ options: ['Alpha', 'B'], renames: [{ names: { 0: 'A' }, options: 2 }] });
    expect(namesOf(renamed, 'A', 'B')).toEqual({ A: 'Alpha', B: 'B' });
    expect(storedOption(renamed, 'Alpha')).toBe('A');
  });

  it('follow a chain: A to B, then B to C', () => {
    const chain = changed(changed(field('A'), { from: 'A', to: 'B' }), { from: 'B', to: 'C' });
    expect(chain).toEqual({
      options: ['C'],
      renames: [
        { names: { 0: 'A' }, options: 1 },
        { names: { 0: 'B' }, options: 1 },
      ],
    });
    expect(namesOf(chain, 'A')).toEqual({ A: 'C' });
  });

  it('take each name before the request: A to B and B to C in one', () => {
    const after = changed(AB, { from: 'A', to: 'B' }, { from: 'B', to: 'C' });
    expect(after.options).toEqual(['B', 'C']);
    expect(namesOf(after, 'A', 'B')).toEqual({ A: 'B', B: 'C' });
  });

  it('swap their names in one request, and swap them back', () => {
    const swap: OptionChange[] = [
      { from: 'A', to: 'B' },
      { from: 'B', to: 'A' },
    ];
    const swapped = changed(AB, ...swap);
    expect(swapped).toEqual({ options: ['B', 'A'], renames: [{ names: { 0: 'A', 1: 'B' }, options: 2 }] });
    expect(namesOf(swapped, 'A', 'B')).toEqual({ A: 'B', B: 'A' });
    expect([storedOption(swapped, 'A'), storedOption(swapped, 'B')]).toEqual(['B', 'A']);
    expect(namesOf(changed(swapped, ...swap), 'A', 'B')).toEqual({ A: 'A', B: 'B' });
  });

  it('can be renamed back', () => {
    const back = changed(changed(AB, { from: 'A', to: 'X' }), { from: 'X', to: 'A' });
    expect(back.options).toEqual(['A', 'B']);
    expect(namesOf(back, 'A')).toEqual({ A: 'A' });
    expect(storedOption(back, 'A')).toBe('A');
  });

  it('can be added with the former name of another, and are told apart', () => {
    const reused = changed(changed(field('A'), { from: 'A', to: 'B' }), { to: 'A' });
    expect(reused.options).toEqual(['B', 'A']);
    const added = storedOption(reused, 'A');
    expect([storedOption(reused, 'B'), added]).toEqual(['A', 'A (2)']);
    expect(namesOf(reused, 'A', 'A (2)')).toEqual({ A: 'B', 'A (2)': 'A' });
    // Again, and with an option whose name equals a stored value.
    const again = changed(changed(reused, { from: 'A', to: 'C' }), { to: 'A' }, { to: 'A (2)' });
    expect(again.options.map((name) => storedOption(again, name))).toEqual([
      'A',
      'A (2)',
      'A (2) (2)',
      'A (2) (2) (2)',
    ]);
    expect(again.options.map((name) => optionName(again, storedOption(again, name)))).toEqual(again.options);
  });

  it('can be added and renamed in one request, also with the name that becomes free', () => {
    const after = changed(AB, { to: 'A' }, { from: 'A', to: 'Z' });
    expect(after.options).toEqual(['Z', 'B', 'A']);
    expect(namesOf(after, 'A', 'B')).toEqual({ A: 'Z', B: 'B' });
  });

  it('keep a spelling apart from another, and can change it', () => {
    expect(changed(field('pro'), { from: 'pro', to: 'Pro' }, { to: 'pro' }).options).toEqual(['Pro', 'pro']);
  });

  it.each(['__proto__', 'constructor', 'a=b', '0', ' '])('can be called %j', (name) => {
    const after = changed(changed(field(name), { from: name, to: 'X' }), { to: name });
    expect(after.options.map((one) => optionName(after, storedOption(after, one)))).toEqual(['X', name]);
  });

  it('keep nothing of a rename to the same name', () => {
    expect(changed(AB, { from: 'A', to: 'A' })).toEqual({ options: ['A', 'B'] });
  });

  it('show a value that is none of theirs as it is, unless it is the stored value of one', () => {
    const renamed = changed(AB, { from: 'A', to: 'Alpha' });
    expect(optionName(renamed, 'Alpha')).toBe('Alpha');
    expect(storedOptions(renamed, 'Alpha')).toEqual(['A', 'Alpha']);
    expect(storedOptions(renamed, 'A')).toEqual([]);
  });

  it('have the names that they had after each change; of one that was added later its first name', () => {
    const select = [
      [{ from: 'A', to: 'C' }],
      [{ to: 'A' }],
      [
        { from: 'A', to: 'B' },
        { from: 'B', to: 'A' },
      ],
    ].reduce<SelectOptions>((before, changes) => changed(before, ...changes), AB);
    expect([0, 1, 2].map((entries) => optionNamesAfter(select, entries))).toEqual([
      ['A', 'B', 'A'],
      ['C', 'B', 'A'],
      ['C', 'A', 'B'],
    ]);
  });
});

describe('changes of options that are refused', () => {
  it.each<[string, OptionChange[], string, number]>([
    ['a new option with a name that there is', [{ to: 'C' }, { to: 'A' }], 'optionTaken', 1],
    ['an option renamed to another', [{ from: 'A', to: 'B' }], 'optionTaken', 0],
    ['an option twice', [{ to: 'C' }, { to: 'C' }], 'optionTaken', 1],
    [
      'two options renamed to one',
      [
        { from: 'A', to: 'C' },
        { from: 'B', to: 'C' },
      ],
      'optionTaken',
      1,
    ],
    ['a former name of no option', [{ from: 'C', to: 'D' }], 'unknownOption', 0],
    ['another spelling of an option', [{ from: 'a', to: 'D' }], 'unknownOption', 0],
    ['an option of the same request', [{ to: 'C' }, { from: 'C', to: 'D' }], 'unknownOption', 1],
    [
      'an option renamed twice',
      [
        { from: 'A', to: 'C' },
        { from: 'A', to: 'D' },
      ],
      'optionRenamedTwice',
      1,
    ],
    ['no name', [{ from: 'A', to: '' }], 'invalidOption', 0],
    ['too long a name', [{ to: 'a'.repeat(256) }], 'invalidOption', 0],
    ['a name that cannot be stored', [{ to: 'a\0b' }], 'invalidOption', 0],
  ])('are %s', (_case, changes, refused, index) => {
    expect(changeOptions(AB, changes)).toEqual({ refused, index });
  });

  it('are the 201st option', () => {
    const most = field(...Array.from({ length: 199 }, (_, index) => `option ${index}`));
    expect(changed(most, { to: 'a'.repeat(255) }).options).toHaveLength(200);
    expect(changeOptions(most, [{ to: 'a' }, { to: 'b' }])).toEqual({ refused: 'tooManyOptions', index: 1 });
    expect(changed(most, { from: 'option 0', to: 'a' }, { to: 'option 0' }).options).toHaveLength(200);
  });

  it('are the 1,001st rename of a field', () => {
    let select = field('A', 'B');
    const swap: OptionChange[] = [
      { from: 'A', to: 'B' },
      { from: 'B', to: 'A' },
    ];
    for (let count = 0; count < 499; count++) select = changed(select, ...swap);
    select = changed(select, { from: 'A', to: 'C' });
    select = changed(select, { from: 'C', to: 'A' });
    expect(changeOptions(select, [{ from: 'A', to: 'C' }])).toEqual({ refused: 'tooManyRenames', index: 0 });
    expect(changed(select, { to: 'C' }).options).toHaveLength(3);
  });
});
