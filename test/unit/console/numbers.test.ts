import { nameOf } from '../../../console/src/format/names';
import { describeKind } from '../../../console/src/format/number-kinds';
import { loadAsReader } from '../../support/console/load-as-reader';

const load = loadAsReader(() => import('../../../console/src/format/numbers'));

describe('a size', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1_000, '1 kB'],
    [1_234_567, '1.2 MB'],
    [1_073_741_824, '1.1 GB'],
    [5_000_000_000_000, '5,000 GB'],
  ])('of %d bytes is written as %s', async (bytes, text) => {
    const { formatBytes } = await load();
    expect(formatBytes(bytes)).toBe(text);
  });
});

describe('a count', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1_000, '1,000'],
    [1_234_567, '1,234,567'],
    [-2, '-2'],
  ])('of %d is written as %s', async (value, text) => {
    const { formatCount } = await load();
    expect(formatCount(value)).toBe(text);
  });

  it.each([
    [0, '0 members'],
    [1, '1 member'],
    [2, '2 members'],
    [1_001, '1,001 members'],
  ])('of %d things has the noun in the right number', async (value, text) => {
    const { countOf } = await load();
    expect(countOf(value, 'member')).toBe(text);
  });

  it.each([
    [1, '1 reply'],
    [2, '2 replies'],
  ])('of %d takes a plural that is not formed with s', async (value, text) => {
    const { countOf } = await load();
    expect(countOf(value, 'reply', 'replies')).toBe(text);
  });
});

describe('a share', () => {
  it.each([
    [0, 0, '–'],
    [5, 0, '–'],
    [0, 7, '0%'],
    [1, 3, '33.3%'],
    [2, 3, '66.7%'],
    [197, 200, '98.5%'],
    [7, 7, '100%'],
  ])('of %d in %d is %s', async (part, whole, text) => {
    const { formatShare } = await load();
    expect(formatShare(part, whole)).toBe(text);
  });
});

describe('a name', () => {
  it.each([
    [{ firstName: 'Ada', lastName: 'Lovelace' }, 'Ada Lovelace'],
    [{ firstName: 'Ada' }, 'Ada'],
    [{ lastName: 'Lovelace' }, 'Lovelace'],
    [{ firstName: '', lastName: 'Lovelace' }, 'Lovelace'],
    [{ firstName: '', lastName: '' }, '–'],
    [{}, '–'],
  ])('%j is shown as %s', (contact, text) => {
    expect(nameOf(contact)).toBe(text);
  });
});

describe('the kind of a number', () => {
  it.each([
    ['toll-free', 'Toll-free'],
    ['10dlc', '10DLC'],
    ['short-code', 'Short code'],
    ['long-code', 'Long code'],
    ['satellite', 'satellite'],
    [undefined, '–'],
  ])('%s is shown as %s', (kind, text) => {
    expect(describeKind(kind)).toBe(text);
  });
});
