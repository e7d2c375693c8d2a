import { webAddress } from '../../../console/src/format/web-address';

describe('an address as it is typed', () => {
  it.each([
    ['example.com/spring', 'https://example.com/spring'],
    ['example.com:8443', 'https://example.com:8443'],
    ['https://example.com', 'https://example.com'],
    ['HTTP://example.com', 'HTTP://example.com'],
    ['', ''],
  ])('%s is %s', (typed, address) => {
    expect(webAddress(typed)).toBe(address);
  });
});
