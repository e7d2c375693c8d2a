import { isSearchKey, searchKeyName } from '../../../console/src/app/search-key';

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const plain = {
  ...{ key: 'k', code: 'KeyK', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
};

describe('the key of the search', () => {
  it('is ⌘K on a Mac and Ctrl-K elsewhere', () => {
    expect([searchKeyName(MAC), searchKeyName(WINDOWS)]).toEqual(['⌘K', 'Ctrl-K']);
  });

  it.each([
    ['Ctrl-K', { ctrlKey: true }, WINDOWS],
    ['Ctrl-K with caps lock', { ctrlKey: true, key: 'K' }, WINDOWS],
    ['Ctrl-K on a Cyrillic keyboard', { ctrlKey: true, key: 'л' }, WINDOWS],
    ['Ctrl-K on a Dvorak keyboard', { ctrlKey: true, code: 'KeyV' }, WINDOWS],
    ['⌘K', { metaKey: true }, MAC],
  ])('is %s', (_, pressed, userAgent) => {
    expect(isSearchKey({ ...plain, ...pressed }, userAgent)).toBe(true);
  });

  it.each([
    ['K alone', {}, WINDOWS],
    ['the Windows key with K', { metaKey: true }, WINDOWS],
    ['Ctrl-Shift-K', { ctrlKey: true, shiftKey: true }, WINDOWS],
    ['Ctrl-Alt-K', { ctrlKey: true, altKey: true }, WINDOWS],
    ['Ctrl-T on a Dvorak keyboard', { ctrlKey: true, key: 't' }, WINDOWS],
    ['Ctrl-K of a Mac, which deletes the rest of a line', { ctrlKey: true }, MAC],
    ['Ctrl-⌘-K', { ctrlKey: true, metaKey: true }, MAC],
  ])('is not %s', (_, pressed, userAgent) => {
    expect(isSearchKey({ ...plain, ...pressed }, userAgent)).toBe(false);
  });
});
