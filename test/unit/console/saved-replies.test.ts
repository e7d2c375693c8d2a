import {
  hasMergeTags,
  insertReply,
  matchReplies,
  searchOf,
} from '../../../console/src/conversation/saved-replies';

const replies = ['Opening hours', 'Hours on Sunday', 'Delivery', 'Señor Ramírez'].map((title) => ({
  ...{ id: `rpl_${title}`, title, text: `${title}.`, version: 1 },
  ...{ createdAt: '2026-03-01T12:00:00.000Z', updatedAt: '2026-03-01T12:00:00.000Z' },
}));

describe('a slash at the beginning of an answer', () => {
  it.each([
    ['/', ''],
    ['/hours', 'hours'],
    ['/opening hours', 'opening hours'],
    ['', undefined],
    ['hours', undefined],
    ['See /hours', undefined],
    ['/hours\n', undefined],
    [`/${'a'.repeat(60)}`, 'a'.repeat(60)],
    [`/${'a'.repeat(61)}`, undefined],
  ])('makes %j a search for %j', (body, search) => {
    expect(searchOf(body)).toBe(search);
  });
});

describe('saved replies that are offered', () => {
  const titlesOf = (search: string) => matchReplies(replies, search).map(({ title }) => title);

  it('have all words of the search in the title, those that begin with it first', () => {
    expect(titlesOf('hours')).toEqual(['Hours on Sunday', 'Opening hours']);
    expect(titlesOf('hours op')).toEqual(['Opening hours']);
    expect(titlesOf('ramirez')).toEqual(['Señor Ramírez']);
    expect(titlesOf('none')).toEqual([]);
  });

  it('are eight at most', () => {
    const many = Array.from({ length: 9 }, () => replies).flat();
    expect(matchReplies(many, '')).toHaveLength(8);
  });
});

describe('a saved reply that is inserted', () => {
  it.each([
    ['', 'Hi'],
    ['  ', 'Hi'],
    ['/del', 'Hi'],
    ['Hello.', 'Hello. Hi'],
    ['Hello.\n', 'Hello.\nHi'],
  ])('makes of %j the answer %j', (body, answer) => {
    expect(insertReply(body, 'Hi')).toBe(answer);
  });

  it.each([
    ['Hi {{contact_first_name}}', true],
    ['Hi {}', false],
    ['{{}}', false],
  ])('%j has placeholders: %s', (text, has) => {
    expect(hasMergeTags(text)).toBe(has);
  });
});
