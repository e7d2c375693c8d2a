import { Remembered } from '../../../../shared/platform/store/remembered';
import type { Table } from '../../../../shared/platform/store/table';

const table = () => ({}) as Table;

describe('what a process remembers about a table', () => {
  it('is not that of another table', () => {
    const [one, other] = [table(), table()];
    const remembered = new Remembered<number>();
    remembered.set(one, 'key', 1);
    remembered.set(other, 'key', 2);
    expect([remembered.get(one, 'key'), remembered.get(other, 'key')]).toEqual([1, 2]);
    remembered.delete(one, 'key');
    expect([remembered.get(one, 'key'), remembered.get(other, 'key')]).toEqual([undefined, 2]);
  });

  it('is dropped when there is too much of it, and only there', () => {
    const [one, other] = [table(), table()];
    const remembered = new Remembered<number>(2);
    remembered.set(other, 'key', 0);
    for (const key of ['a', 'b', 'c']) remembered.set(one, key, 1);
    expect(['a', 'b', 'c'].map((key) => remembered.get(one, key))).toEqual([undefined, undefined, 1]);
    expect(remembered.get(other, 'key')).toBe(0);
  });
});
