import { stringify } from 'csv-stringify/sync';
import { seededRandom } from './seeded-random';

/** Invented person: number, name, home, and the shop's data about them. */
export interface Person {
  phoneNumber: string;
  firstName: string;
  lastName: string;
  email: string;
  city: string;
  state: string;
  zip: string;
  birthDate: string;
  tier: string;
  points: number;
  lastVisit: string;
}

export const TIERS = ['Basic', 'Silver', 'Gold'] as const;
const FIRST_NAMES =
  'Ada Alan Amara Ana Ben Bianca Carlos Chloe Daniel Dora Elena Emil Farah Felix Gia Hana Hugo Ines Ivan Jade Jonas Kira Lena Leo Lila Luis Maya Mei Milo Nadia Nils Noor Olga Omar Pia Priya Quinn Rafael Rosa Sami Sara Tara Theo Uma Vera Victor Wanda Yusuf Zoe'.split(
    ' ',
  );
const LAST_NAMES =
  'Adler Baker Bauer Brooks Castillo Chen Costa Diaz Dubois Ellis Fischer Flores Garcia Haddad Hayes Ito Jensen Kahn Keller Kim Lopez Marino Meyer Morgan Nguyen Novak Okafor Olsen Ortiz Park Patel Price Quist Reyes Rossi Sato Silva Singh Stone Torres Vega Walsh Weber Yilmaz Young Zhang'.split(
    ' ',
  );
/** Cities with the area code of their phones, in all time zones of the United States. */
const CITIES = [
  ['206', 'Seattle', 'WA', '98101'],
  ['253', 'Tacoma', 'WA', '98402'],
  ['503', 'Portland', 'OR', '97205'],
  ['541', 'Eugene', 'OR', '97401'],
  ['415', 'San Francisco', 'CA', '94103'],
  ['510', 'Oakland', 'CA', '94607'],
  ['408', 'San Jose', 'CA', '95112'],
  ['213', 'Los Angeles', 'CA', '90012'],
  ['619', 'San Diego', 'CA', '92101'],
  ['702', 'Las Vegas', 'NV', '89101'],
  ['808', 'Honolulu', 'HI', '96813'],
  ['907', 'Anchorage', 'AK', '99501'],
  ['303', 'Denver', 'CO', '80202'],
  ['719', 'Colorado Springs', 'CO', '80903'],
  ['801', 'Salt Lake City', 'UT', '84101'],
  ['505', 'Albuquerque', 'NM', '87102'],
  ['312', 'Chicago', 'IL', '60601'],
  ['414', 'Milwaukee', 'WI', '53202'],
  ['612', 'Minneapolis', 'MN', '55401'],
  ['512', 'Austin', 'TX', '78701'],
  ['214', 'Dallas', 'TX', '75201'],
  ['713', 'Houston', 'TX', '77002'],
  ['504', 'New Orleans', 'LA', '70112'],
  ['615', 'Nashville', 'TN', '37203'],
  ['212', 'New York', 'NY', '10001'],
  ['718', 'Brooklyn', 'NY', '11201'],
  ['617', 'Boston', 'MA', '02108'],
  ['215', 'Philadelphia', 'PA', '19103'],
  ['202', 'Washington', 'DC', '20001'],
  ['404', 'Atlanta', 'GA', '30303'],
  ['305', 'Miami', 'FL', '33130'],
  ['704', 'Charlotte', 'NC', '28202'],
] as const;
/** Two phones that the simulator's provider refuses: a number that is not valid, and a landline. */
const REFUSED: ReadonlyMap<number, string> = new Map([
  [10, '+15005550001'],
  [11, '+15005550009'],
]);
/** Numbers of people in each city, of at most 100: `555-0100` to `555-0199` are unassigned in every area code. */
const NUMBERS_PER_CITY = 65;
const DAY_MS = 86_400_000;

/** Invents people, as many in each city: the same ones for the same seed and day. */
export function inventPeople({ seed, now }: { seed: number; now: Date }): Person[] {
  const random = seededRandom(seed);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const dayBefore = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10);
  return Array.from({ length: CITIES.length * NUMBERS_PER_CITY }, (_, index): Person => {
    const [areaCode, city, state, zip] = CITIES[index % CITIES.length] as (typeof CITIES)[number];
    const line = String(Math.floor(index / CITIES.length)).padStart(2, '0');
    const firstName = pick(FIRST_NAMES);
    const lastName = pick(LAST_NAMES);
    // Most people visit the shop now and then, a few all the time.
    const points = Math.floor(random() ** 3 * 2000);
    return {
      phoneNumber: REFUSED.get(index) ?? `+1${areaCode}55501${line}`,
      firstName,
      lastName,
      email: random() < 0.7 ? `${firstName}.${lastName}.${areaCode}${line}@example.com`.toLowerCase() : '',
      ...{ city, state, zip, points },
      birthDate: random() < 0.6 ? dayBefore(Math.floor((18 + random() * 60) * 365.25)) : '',
      tier: TIERS[points > 900 ? 2 : points > 250 ? 1 : 0],
      lastVisit: dayBefore(Math.floor(random() ** 2 * 400)),
    };
  });
}

/** Writes people as a CSV file, as a spreadsheet saves it, for an import. */
export function toCsv(people: readonly Person[]): string {
  return stringify(people as Person[], {
    header: true,
    columns: [
      { key: 'phoneNumber', header: 'Mobile number' },
      { key: 'firstName', header: 'First name' },
      { key: 'lastName', header: 'Last name' },
      { key: 'email', header: 'Email' },
      { key: 'city', header: 'City' },
      { key: 'state', header: 'State' },
      { key: 'zip', header: 'ZIP' },
      { key: 'birthDate', header: 'Birthday' },
      { key: 'tier', header: 'Tier' },
      { key: 'points', header: 'Points' },
      { key: 'lastVisit', header: 'Last visit' },
    ],
  });
}

/**
 * Returns true for phones that are switched off for good: about one in fifty. The simulator reports texts to them as
 * not delivered.
 */
export function isUnreachable(phoneNumber: string): boolean {
  const digits = Number(phoneNumber.slice(-9));
  return Number.isInteger(digits) && Math.imul(digits, 2_654_435_761) >>> 0 < 2 ** 32 / 50;
}
