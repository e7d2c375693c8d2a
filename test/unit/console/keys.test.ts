import { isSendKey, stepOf } from '../../../console/src/conversation/keys';

const press = (key: string, held: object = {}) => ({
  ...{ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
  ...held,
});

describe('the key that sends a text', () => {
  it('is Enter with Ctrl, or with ⌘', () => {
    expect([{ ctrlKey: true }, { metaKey: true }].map((held) => isSendKey(press('Enter', held)))).toEqual([
      ...[true, true],
    ]);
  });

  it('is not Enter alone, which begins a line, nor another key', () => {
    expect(isSendKey(press('Enter'))).toBe(false);
    expect(isSendKey(press('Enter', { ctrlKey: true, shiftKey: true }))).toBe(false);
    expect(isSendKey(press('Enter', { ctrlKey: true, altKey: true }))).toBe(false);
    expect(isSendKey(press('j', { ctrlKey: true }))).toBe(false);
  });
});

describe('the keys that go through conversations', () => {
  it.each([
    ['j', 1],
    ['k', -1],
    ['J', undefined],
    ['l', undefined],
    ['ArrowDown', undefined],
    ['ArrowUp', undefined],
  ])('are J and K everywhere: %s', (key, step) => {
    expect(stepOf(press(key), { hasArrows: false })).toBe(step);
  });

  it('are the arrows, too, in the list', () => {
    expect(['ArrowDown', 'ArrowUp'].map((key) => stepOf(press(key), { hasArrows: true }))).toEqual([1, -1]);
  });

  it.each(['ctrlKey', 'metaKey', 'altKey', 'shiftKey'])('are other keys with %s', (held) => {
    expect(stepOf(press('j', { [held]: true }), { hasArrows: true })).toBeUndefined();
  });
});
