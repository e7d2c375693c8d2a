import { describeWriters, isToldAgain } from '../../../console/src/conversation/writing';

describe('telling that a user writes', () => {
  const told = (isWriting: boolean, agoMs?: number) =>
    isToldAgain({
      isWriting,
      nowMs: 100_000,
      toldMs: agoMs === undefined ? undefined : 100_000 - agoMs,
    });

  it('happens with the first letter, and every eight seconds while they type', () => {
    expect(told(true)).toBe(true);
    expect(told(true, 7_999)).toBe(false);
    expect(told(true, 8_000)).toBe(true);
  });

  it('happens once when they stop', () => {
    expect(told(false, 1)).toBe(true);
    expect(told(false)).toBe(false);
  });
});

describe('the sentence on who writes', () => {
  const ada = { id: 'usr_1', email: 'ada@example.com', name: 'Ada' };
  const bob = { id: 'usr_2', email: 'bob@example.com' };
  const eve = { id: 'usr_3', email: 'eve@example.com', name: 'Eve' };

  it('has the name, or the address of who has none', () => {
    expect(describeWriters([])).toBeUndefined();
    expect(describeWriters([ada])).toBe('Ada is writing an answer.');
    expect(describeWriters([bob])).toBe('bob@example.com is writing an answer.');
    expect(describeWriters([ada, bob])).toBe('Ada and bob@example.com are writing answers.');
    expect(describeWriters([ada, bob, eve])).toBe('Ada, bob@example.com and Eve are writing answers.');
  });
});
