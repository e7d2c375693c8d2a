import fc from 'fast-check';
import { formsOf, withoutForms } from '../../../shared/erasure/internal/forms-of-people';

describe('forms of people', () => {
  const JOSE = {
    phoneNumbers: ['+12065550100'],
    profiles: [{ firstName: 'José', lastName: 'van Dam', email: 'j.dam+news@example.com' }],
  };
  const clean = (text: string, person: object = {}) => withoutForms(text, formsOf([{ ...JOSE, ...person }]));

  describe('rules E2: a number in a text', () => {
    it.each([
      ['+12065550100', '[erased]'],
      ['12065550100', '[erased]'],
      ['2065550100', '[erased]'],
      ['Ask (206) 555-0100.', 'Ask [erased].'],
      ['206-555-0100, 206.555.0100', '[erased], [erased]'],
      ['+1 (206) 555 0100', '[erased]'],
      ['011 1 206 555 0100', '[erased]'],
      ['tel:+1-206-555-0100', 'tel:[erased]'],
      ['https://example.com/?tel=+12065550100&x=1', 'https://example.com/?tel=[erased]&x=1'],
      ['order12065550100x', 'order[erased]x'],
    ])('%s becomes %s', (text, cleaned) => {
      expect(clean(text)).toBe(cleaned);
    });

    it.each(['+12065550101', '12065550100123', '9912065550100', '5550100', '206555010', '206,5550100'])(
      '%s stays: it is another one',
      (text) => {
        expect(clean(text)).toBe(text);
      },
    );

    it.each([
      ['+447400123456', '07400 123456', '[erased]'],
      ['+447400123456', '+44 (0)7400 123456', '[erased]'],
      ['+447400123456', '0044 7400 123456', '[erased]'],
      ['+491711234567', '0171/1234567', '[erased]'],
      ['+29051234', '51234', '51234'],
      ['+29051234', '+290 51234', '[erased]'],
      ['+29051234', '00290 51234', '[erased]'],
    ])('%s is written %s at home and abroad', (phone, text, cleaned) => {
      expect(clean(text, { phoneNumbers: [phone] })).toBe(cleaned);
    });

    it('is found in each spelling of an Argentine or Brazilian mobile', () => {
      const phoneNumbers = ['+5491123456789', '+541123456789'];
      expect(clean('+54 9 11 2345-6789 or +54 11 2345-6789', { phoneNumbers })).toBe('[erased] or [erased]');
    });
  });

  describe('rules E2: a name in a text', () => {
    it.each([
      ['Friends of José van Dam', 'Friends of [erased]'],
      ['JOSÉ  VAN DAM!', '[erased]!'],
      ['Jose\u0301 van Dam', '[erased]'],
      ['van Dam, José', '[erased]'],
      ['J.Dam+News@Example.com.', '[erased].'],
    ])('%s becomes %s', (text, cleaned) => {
      expect(clean(text)).toBe(cleaned);
    });

    it.each([
      'José',
      'van Dam',
      'José van Damme',
      'SanJosé van Dam',
      'xj.dam+news@example.com',
      'j.dam+news@example.com.au',
      'jxdam+news@example.com',
    ])('%s stays: it can be another', (text) => {
      expect(clean(text)).toBe(text);
    });

    it('is none of a contact without first or last name', () => {
      for (const profiles of [[{ firstName: 'May' }], [{ lastName: 'May' }], [{}], []]) {
        expect(clean('May I ask', { profiles })).toBe('May I ask');
      }
    });

    it('may have any characters', () => {
      const profiles = [{ firstName: 'A(*', lastName: '[b-/\\', email: 'a?b|c-d@example.com' }];
      expect(clean('A(* [b-/\\ and a?b|c-d@example.com', { profiles })).toBe('[erased] and [erased]');
    });
  });

  it.each([
    ['Ann Smith', '\u017fmith'],
    ['Ann Kay', '\u212aay'],
    ["Ann O'Brien", "O'Brien"],
    ['Ann ~~', '~~'],
  ])('%s is found by the last name %s', (text, lastName) => {
    expect(clean(text, { profiles: [{ firstName: 'Ann', lastName }] })).toBe('[erased]');
  });

  it('is found wherever the pattern finds it, and nowhere else', () => {
    const people = [
      JOSE,
      {
        phoneNumbers: ['+29051234'],
        profiles: [{ firstName: 'May', lastName: 'Lee', email: 'may@lee.example' }],
      },
    ];
    const forms = formsOf(people);
    const parts = [
      'José',
      'may',
      'LEE',
      'van Dam',
      '206',
      '555-0100',
      '51234',
      'may@lee.example',
      ' ',
      ',',
      'x',
      '1',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 8 }), (found) => {
        const text = found.join('');
        const bare = text.normalize('NFC').replace(forms?.pattern ?? '', '[erased]');
        expect(withoutForms(text, forms)).toBe(bare);
      }),
    );
  });

  it('leaves a text alone that names no person', () => {
    const decomposed = 'Ame\u0301lie';
    expect(clean(decomposed)).toBe(decomposed);
    expect(withoutForms('+12065550100', formsOf([]))).toBe('+12065550100');
  });
});
