import { readState, stateCodeIn, stateNames } from '../../../../../shared/audience/contacts/state-code';
import type { E164 } from '../../../../../shared/phone-numbers/e164';

const NEW_YORK = '+12125550123' as E164;
const BERLIN = '+493012345678' as E164;

describe('states in two letters (rules 2.4)', () => {
  it.each([
    ['TX', 'TX'],
    ['tx', 'TX'],
    [' Texas ', 'TX'],
    ['TEXAS', 'TX'],
    ['new  york', 'NY'],
    ['N.Y.', 'NY'],
    ['D.C.', 'DC'],
    ['Washington, D.C.', 'DC'],
    ['District of Columbia', 'DC'],
    ['Washington', 'WA'],
    ['US-TX', 'TX'],
    ['Puerto Rico', 'PR'],
    ['Québec', 'QC'],
    ['Quebec', 'QC'],
    ['ca-on', 'ON'],
    ['Newfoundland & Labrador', 'NL'],
    ['Newfoundland', 'NL'],
    ['Yukon Territory', 'YT'],
  ])('reads %j as %s', (text, code) => {
    expect(readState(text)).toBe(code);
  });

  it.each(['', 'T', 'XX', 'Texarkana', 'Bayern', 'Victoria', 'TX 75001', 'CA-TX', '🤠'])(
    'does not know %j',
    (text) => {
      expect(readState(text)).toBeUndefined();
    },
  );

  it('knows 59 states and territories of the United States and 13 provinces and territories of Canada', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const pairs = letters.flatMap((a) => letters.map((b) => a + b));
    const inCountry = (country: string) =>
      pairs.filter((pair) => stateCodeIn({ state: pair.toLowerCase(), country }, BERLIN) === pair);
    expect(inCountry('CA')).toEqual([
      ...['AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'NT', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT'],
    ]);
    // 50 states, the District, five territories, three of the armed forces.
    expect(inCountry('US')).toHaveLength(59);
  });

  it.each<[Parameters<typeof stateNames>[0], string[]]>([
    [{ state: 'TX', country: 'US' }, ['Texas']],
    [{ state: 'DC' }, ['District of Columbia', 'Washington DC']],
    [{ state: 'ON', country: 'CA' }, ['Ontario']],
    [{ state: 'TX', country: 'CH' }, []],
    [{ state: 'Bayern' }, []],
    [{ country: 'US' }, []],
  ])('names that of %j', (address, names) => {
    expect(stateNames(address)).toEqual(names);
  });

  it.each<[string | undefined, string, E164, string]>([
    ['US', 'Texas', BERLIN, 'TX'],
    ['CA', 'Ontario', BERLIN, 'ON'],
    [undefined, 'Texas', NEW_YORK, 'TX'],
    [undefined, 'Ontario', NEW_YORK, 'ON'],
    // Elsewhere the state is free text.
    ['US', 'Ontario', NEW_YORK, 'Ontario'],
    ['CA', 'Texas', NEW_YORK, 'Texas'],
    ['DE', 'Texas', NEW_YORK, 'Texas'],
    ['AU', 'wa', NEW_YORK, 'wa'],
    [undefined, 'Texas', BERLIN, 'Texas'],
    ['US', ' Lone Star ', NEW_YORK, ' Lone Star '],
  ])('stores in country %s the state %j at %s as %j', (country, state, phoneNumber, stored) => {
    expect(stateCodeIn({ state, country }, phoneNumber)).toBe(stored);
  });
});
