import { findTags } from '../../../../shared/content/merge-tag-parser';

describe('findTags', () => {
  it('says where a placeholder stands, its name and its argument', () => {
    expect(findTags(`a {{one}} {{ two "x 'y' {{z}}" }}{{three ''}}`)).toEqual([
      { start: 2, end: 9, name: 'one', argument: undefined, argumentStart: undefined },
      { start: 10, end: 33, name: 'two', argument: "x 'y' {{z}}", argumentStart: 18 },
      { start: 33, end: 45, name: 'three', argument: '', argumentStart: 42 },
    ]);
  });

  it('goes on behind the first brace of what is no placeholder', () => {
    expect(findTags('{{{{a}}}} {{b {{c}} {{d "e}} {{f}}')).toEqual([
      { start: 2, end: 7, name: 'a', argument: undefined, argumentStart: undefined },
      { start: 14, end: 19, name: 'c', argument: undefined, argumentStart: undefined },
      { start: 29, end: 34, name: 'f', argument: undefined, argumentStart: undefined },
    ]);
  });

  it('finds one name within others when asked for it', () => {
    expect(findTags(`{{a}} {{b "{{a 'x'}}"}} {{a "{{a 'y'}}"}}`, { name: 'a' })).toEqual([
      { start: 11, end: 20, name: 'a', argument: 'x', argumentStart: 16 },
      { start: 24, end: 41, name: 'a', argument: "{{a 'y'}}", argumentStart: 29 },
    ]);
  });

  it('finds nothing in a text without placeholders', () => {
    expect(findTags('')).toEqual([]);
    expect(findTags('{'.repeat(640))).toEqual([]);
    expect(findTags('}'.repeat(640))).toEqual([]);
    expect(findTags('{{a "'.repeat(128))).toEqual([]);
  });
});
