import {
  contactSearchOf,
  kindOfId,
  matchesWords,
  wholeNumberOf,
} from '../../../console/src/search/search-text';

const ULID = '01M6PFKJPPM0PA8TJFP808ZNKE';

describe('an id', () => {
  it.each(['msg', 'brc', 'cmp', 'aut', 'seg', 'imp', 'grp'])('%s_… is known by its beginning', (kind) => {
    expect(kindOfId(`${kind}_${ULID}`)).toBe(kind);
  });

  it('of a text in a broadcast is longer', () => {
    expect(kindOfId(`msg_${ULID}0000A03`)).toBe('msg');
  });

  it.each([
    'cmp_',
    `cmp_${ULID.slice(1)}`,
    `cmp_${ULID} `,
    `key_${ULID}`,
    `the cmp_${ULID}`,
    `cmp_${ULID.toLowerCase()}`,
    ULID,
    '',
  ])('is not “%s”', (text) => {
    expect(kindOfId(text)).toBeUndefined();
  });
});

describe('a phone number', () => {
  it.each([
    ['206 555 2001', '2065552001'],
    ['(206) 555-2001', '2065552001'],
    ['+12065552001', '12065552001'],
    ['1-206-555-2001', '12065552001'],
    ['206.555.2001', '2065552001'],
    ['206/555‑2001', '2065552001'],
    ['tel:+1 206 555 2001', '12065552001'],
    ['\u202a+1 206 555 2001\u202c', '12065552001'],
    ['0044 20 7946 0958', '442079460958'],
    ['+44 (0)20 7946 0958', '442079460958'],
    ['020 7946 0958', '2079460958'],
    ['0958', '0958'],
    ['20', '20'],
  ])('written as %s has the digits %s', (text, digits) => {
    expect(contactSearchOf(text)).toBe(digits);
  });

  it.each(['2', '+', '000 0000', 'Ada', '206 Ada', 'room 101', '12@example.com', ''])(
    'is not “%s”',
    (text) => {
      expect(contactSearchOf(text)).toBe(text);
    },
  );

  it.each([
    ['206 555 2001', '+12065552001'],
    ['1 206 555 2001', '+12065552001'],
    ['+1 (206) 555-2001', '+12065552001'],
    ['00 1 206 555 2001', '+12065552001'],
    ['+47 12 34 56', '+47123456'],
    ['+123456789012345', '+123456789012345'],
  ])('written as %s is %s as a whole', (text, phoneNumber) => {
    expect(wholeNumberOf(text)).toBe(phoneNumber);
  });

  it.each(['555-2001', '65552001', '+12065', '+1234567890123456', 'Ada'])('%s is no whole one', (text) => {
    expect(wholeNumberOf(text)).toBeUndefined();
  });
});

describe('a name', () => {
  it.each([
    ['nunez', 'Núñez'],
    ['NÚÑEZ', 'Nunez'],
    ['hours', 'Opening hours'],
    ['hou op', 'Opening hours'],
    ['open-ing', 'Opening hours'],
    ['strasse', 'Neue Straße'],
    ['Łódź', 'Members in Lodz'],
    ['2026', 'Spring sale 2026'],
    ['ring', 'Spring sale'],
  ])('is found by “%s”: %s', (query, name) => {
    expect(matchesWords(query, name)).toBe(true);
  });

  it.each([
    ['nunes', 'Núñez'],
    ['hours closing', 'Opening hours'],
    ['ours pen', 'Opening hours'],
    ['', 'Opening hours'],
    ['-', 'Opening-hours'],
    ['🎉', 'Opening hours'],
  ])('is not found by “%s”: %s', (query, name) => {
    expect(matchesWords(query, name)).toBe(false);
  });
});
