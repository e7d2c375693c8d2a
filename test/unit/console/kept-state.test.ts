import { changeAt, openKept, stateAt } from '../../../console/src/kept/kept-state';
import { writeKept } from '../../../console/src/kept/storage';

declare global {
  /** Storage of a tab, which the types of Node.js do not have. */
  var sessionStorage: {
    getItem: (key: string) => string | null;
    setItem: (key: string, value: string) => void;
    removeItem: (key: string) => void;
  };
}

const EMPTY = { text: '' };
const OPEN = { initial: EMPTY, example: EMPTY };
const [first, second] = ['first', 'second'].map((name) => ({ userId: 'usr_1', name })) as [Place, Place];
type Place = Parameters<typeof openKept>[0];

const noSession = Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage');

beforeEach(() => {
  const stored = new Map<string, string>();
  const sessionStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  Object.defineProperty(globalThis, 'sessionStorage', { value: sessionStorage, configurable: true });
});

afterAll(() => {
  if (noSession) Object.defineProperty(globalThis, 'sessionStorage', noSession);
  else Reflect.deleteProperty(globalThis, 'sessionStorage');
});

describe('a value that is kept in a tab', () => {
  it('is read again when its name or its user changes', () => {
    writeKept(second, { text: 'of the second' });
    const typed = changeAt(openKept(first, OPEN), first, () => ({ text: 'typed' }));
    const at = (place: Place) => stateAt(typed, place, () => openKept(place, OPEN));
    expect(at(first)).toBe(typed);
    expect(at(second)).toEqual({
      ...{ place: second, value: { text: 'of the second' }, first: '{"text":""}', isRestored: true },
    });
    const ofAnother = { userId: 'usr_2', name: 'first' };
    expect(at(ofAnother)).toEqual({
      ...{ place: ofAnother, value: EMPTY, first: '{"text":""}', isRestored: false },
    });
  });

  it('is not changed by what was begun under another name', () => {
    const state = openKept(second, OPEN);
    expect(changeAt(state, first, () => ({ text: 'late' }))).toBe(state);
    expect(changeAt(state, second, ({ text }) => ({ text: `${text}x` })).value).toEqual({ text: 'x' });
  });

  it('begins with another value than the initial one when that is given and nothing was kept', () => {
    const otherwise = { text: 'from before' };
    expect(openKept(first, { ...OPEN, otherwise })).toMatchObject({ value: otherwise, isRestored: true });
    writeKept(first, { text: 'kept' });
    expect(openKept(first, { ...OPEN, otherwise }).value).toEqual({ text: 'kept' });
  });
});
