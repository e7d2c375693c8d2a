import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { E164 } from '../../../../shared/phone-numbers/e164';
import { otherSpellings, spellingsOf } from '../../../../shared/phone-numbers/spellings';

const others = (phone: string) => otherSpellings(phone as E164);

describe('the spellings of one phone', () => {
  it.each([
    ['Buenos Aires', '+5491123456789', '+541123456789'],
    ['Córdoba', '+5493512345678', '+543512345678'],
    ['Río Gallegos', '+5492966123456', '+542966123456'],
    ['São Paulo', '+5511987654321', '+551187654321'],
    ['Rio de Janeiro', '+5521999998888', '+552199998888'],
    ['Belém', '+5591961234567', '+559161234567'],
  ])('of %s are %s and %s', (_place, long, short) => {
    expect(others(long)).toEqual([short]);
    expect(others(short)).toEqual([long]);
    expect(spellingsOf(long as E164)).toEqual([long, short]);
  });

  it.each([
    ['an American number', '+12125550123'],
    ['a Mexican one, whose older form is read as the newer', '+525512345678'],
    ['a Chilean one', '+56912345678'],
    ['an Argentine toll-free number', '+548001234567'],
    ['an Argentine number of another length', '+54911234567'],
    ['a Brazilian landline', '+551132345678'],
    ['a Brazilian mobile whose short form would be a landline', '+5511932345678'],
    ['a Brazilian radio', '+551177654321'],
    ['a Brazilian mobile whose short form would be a radio', '+5511977654321'],
    ['a Brazilian mobile whose short form never was', '+5511912345678'],
    ['a Brazilian area code that there is not', '+550187654321'],
  ])('are one of %s', (_title, phone) => {
    expect(others(phone)).toEqual([]);
  });

  it('never are a landline and a mobile of Brazil, by what the library knows', () => {
    const typesOf = (phone: string) => parsePhoneNumberFromString(phone)?.getType();
    const shorts = Array.from({ length: 90 }, (_, index) => `+5511${10 + index}123456`);
    const spelled = shorts.filter((short) => others(short).length > 0);
    expect(spelled).toHaveLength(30);
    expect(spelled.map(typesOf)).toEqual(spelled.map(() => undefined));
  });
});
