import type { E164 } from '../../phone-numbers/e164';
import { plainName } from '../../text/plain-name';
import type { Address } from './address';

/** States of the countries whose states are stored as two letters. The two countries share no code and no name. */
const STATES = {
  US:
    'AL:Alabama AK:Alaska AS:American_Samoa AZ:Arizona AR:Arkansas CA:California CO:Colorado CT:Connecticut ' +
    'DE:Delaware DC:District_of_Columbia DC:Washington_DC FL:Florida GA:Georgia GU:Guam HI:Hawaii ID:Idaho IL:Illinois ' +
    'IN:Indiana IA:Iowa KS:Kansas KY:Kentucky LA:Louisiana ME:Maine MD:Maryland MA:Massachusetts MI:Michigan ' +
    'MN:Minnesota MS:Mississippi MO:Missouri MT:Montana NE:Nebraska NV:Nevada NH:New_Hampshire NJ:New_Jersey ' +
    'NM:New_Mexico NY:New_York NY:New_York_State NC:North_Carolina ND:North_Dakota MP:Northern_Mariana_Islands OH:Ohio ' +
    'OK:Oklahoma OR:Oregon PA:Pennsylvania PR:Puerto_Rico RI:Rhode_Island SC:South_Carolina SD:South_Dakota ' +
    'TN:Tennessee TX:Texas VI:Virgin_Islands VI:US_Virgin_Islands UT:Utah VT:Vermont VA:Virginia WA:Washington ' +
    'WA:Washington_State WV:West_Virginia WI:Wisconsin WY:Wyoming AA:Armed_Forces_Americas AE:Armed_Forces_Europe ' +
    'AP:Armed_Forces_Pacific',
  CA:
    'AB:Alberta BC:British_Columbia MB:Manitoba NB:New_Brunswick NL:Newfoundland_and_Labrador NL:Newfoundland NS:Nova_Scotia ' +
    'NT:Northwest_Territories NU:Nunavut ON:Ontario PE:Prince_Edward_Island PE:PEI QC:Quebec SK:Saskatchewan YT:Yukon ' +
    'YT:Yukon_Territory',
} as const;

type Country = keyof typeof STATES;
const COUNTRIES = Object.keys(STATES) as Country[];

/** Codes by country, then by names and codes in the form of `plainName`, with and without the country before them. */
const CODES = new Map(
  COUNTRIES.map((country) => {
    const states = STATES[country].split(' ').map((state) => state.split(':') as [string, string]);
    const spellings = states.flatMap(([code, name]) => {
      const plain = code.toLowerCase();
      return [plain, `${country.toLowerCase()}${plain}`, plainName(name)].map(
        (text) => [text, code] as const,
      );
    });
    return [country, new Map(spellings)] as const;
  }),
);

/** Names by code; the countries share no code. */
const NAMES = new Map<string, string[]>();
for (const state of COUNTRIES.flatMap((country) => STATES[country].split(' '))) {
  const [code = '', name = ''] = state.split(':');
  NAMES.set(code, [...(NAMES.get(code) ?? []), name.replaceAll('_', ' ')]);
}

/** Returns the states of a country, each with its usual name, in the order of their names. */
export const statesOf = (country: Country): { code: string; name: string }[] =>
  [...new Set(CODES.get(country)?.values())]
    .map((code) => ({ code, name: NAMES.get(code)?.[0] ?? code }))
    .sort((a, b) => a.name.localeCompare(b.name));

/**
 * Returns the names of the state that an address has as two letters.
 *
 * @returns an empty list for free text, and for a country with states of its own
 */
export function stateNames({ state = '', country }: Pick<Address, 'state' | 'country'>): readonly string[] {
  const isFree = country !== undefined && !Object.hasOwn(STATES, country);
  return isFree ? [] : (NAMES.get(state) ?? []);
}

/**
 * Reads a state, territory or province of the United States or Canada as people write it: its name or its two letters.
 *
 * @param country country of the state; absent: either
 * @returns its two letters, `undefined` for any other text
 *
 * **Source:** rules 2.4, E3.
 */
export function readState(text: string, country?: Country): string | undefined {
  const plain = plainName(text);
  for (const one of country ? [country] : COUNTRIES) {
    const code = CODES.get(one)?.get(plain);
    if (code !== undefined) return code;
  }
  return undefined;
}

/**
 * Returns the state of an address as it is stored. Without `country`, a phone number in +1 allows states of both
 * countries; elsewhere a state is free text.
 *
 * **Source:** rules 2.4.
 */
export function stateCodeIn(
  { state, country }: Pick<Address, 'state' | 'country'>,
  phoneNumber: E164,
): string | undefined {
  if (state === undefined) return undefined;
  if (country === 'US' || country === 'CA') return readState(state, country) ?? state;
  const isEither = country === undefined && phoneNumber.startsWith('+1');
  return (isEither ? readState(state) : undefined) ?? state;
}
