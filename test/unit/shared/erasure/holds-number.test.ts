import { holdsNumber } from '../../../../shared/erasure/holds-number';

const holds = async (text: string, ...phoneNumbers: string[]) => {
  const whole = async function* () {
    yield text;
  };
  const pieces = async function* () {
    for (const character of text) yield character;
  };
  const found = await holdsNumber(whole(), phoneNumbers);
  expect(await holdsNumber(pieces(), phoneNumbers)).toBe(found);
  return found;
};

describe('rules E2: finding a number in a file', () => {
  it.each([
    'Phone\n2065550100\n',
    'Phone;Name\n(206) 555-0100;Ann',
    '{"phoneNumber":"+12065550100"}',
    '"1-206.555.0100","x"',
    "'+1 206 555 0100",
    '206\u00a0555\u20110100',
  ])('finds it as people write it: %j', async (text) => {
    expect(await holds(text, '+12065550100')).toBe(true);
  });

  it.each(['', 'Phone\n2065550101\n', '206,5550100', '206555\t0100x', '+1206555010'])(
    'finds no other number: %j',
    async (text) => {
      expect(await holds(text, '+12065550100')).toBe(false);
    },
  );

  it('finds numbers of other countries without their code, and any of several', async () => {
    expect(await holds('0171 1234567', '+491711234567')).toBe(true);
    expect(await holds('+49 171 1234567', '+12065550100', '+491711234567')).toBe(true);
    expect(await holds('0171 1234568', '+491711234567')).toBe(false);
  });
});
