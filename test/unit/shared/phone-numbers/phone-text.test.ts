import { readPhoneText } from '../../../../shared/phone-numbers/phone-text';

describe('a phone number as people write it (rules E5)', () => {
  it.each([
    ['+12065550100', '+12065550100'],
    ['2065550100', '+12065550100'],
    ['12065550100', '+12065550100'],
    ['(206) 555-0100', '+12065550100'],
    ['206.555.0100', '+12065550100'],
    ['+1 (206) 555 0100', '+12065550100'],
    ['1-206-555-0100', '+12065550100'],
    ["'+12065550100", '+12065550100'],
    [' \u200e+1 206 555 0100\u202c ', '+12065550100'],
    ['206\u2011555\u20110100', '+12065550100'],
    ['2065550100.0', '+12065550100'],
    ['tel:+12065550100', '+12065550100'],
    ['+44 (0)20 7946 0018', '+442079460018'],
    ['+44 20 7946 0018', '+442079460018'],
    ['0044 20 7946 0018', '+442079460018'],
    ['442079460018', '+442079460018'],
  ])('%j is %s in the United States', (text, phone) => {
    expect(readPhoneText(text, ['US'])).toBe(phone);
  });

  it.each([
    ['020 7946 0018', 'GB', '+442079460018'],
    ['0151 23456789', 'DE', '+4915123456789'],
    ['0412 345 678', 'AU', '+61412345678'],
    ['2065550100', 'CA', '+12065550100'],
  ] as const)('%j is a number of %s', (text, country, phone) => {
    expect(readPhoneText(text, [country])).toBe(phone);
  });

  it('is one of the first country in which it is possible', () => {
    expect(readPhoneText('0151 23456789', ['US', 'DE'])).toBe('+4915123456789');
  });

  it.each([
    '',
    '12',
    '555-0100',
    'call me',
    '+1 206 555 0100 x12',
    '1-800-FLOWERS',
    '+1206555010',
    '+999123456789',
    '2065550100, 2065550101',
  ])('%j is none', (text) => {
    expect(readPhoneText(text, ['US'])).toMatchObject({ reason: expect.any(String) as string });
  });

  it('that a spreadsheet has rounded is told so', () => {
    expect(readPhoneText('2.06555E+09', ['US'])).toEqual({
      reason: 'is a rounded number: format the column as text and enter the numbers again',
    });
  });
});
