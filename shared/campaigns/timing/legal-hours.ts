import { SUPPORTED_TIME_ZONES } from '../../audience/contacts/time-zone-names';
import { type DayHours, intersect, type WeekHours, weekOf, type ZoneHours } from '../../calendar/hours';
import {
  type LegalHours,
  OTHER_COUNTRIES_HOURS,
  STRICTER_STATES,
  UNITED_STATES_HOURS,
} from './internal/legal-hours-table';

/** Known location of a recipient. */
export interface Whereabouts {
  phoneNumber: string;
  /** Zone of the contact, if known. */
  tz?: string | undefined;
  postalCode?: string | undefined;
  /** Country of the address. */
  country?: string | undefined;
}

const NANP_PREFIX = '+1';
const ZIP_PATTERN = /^(\d{3})\d{2}(?:-?\d{4})?$/;
const SATURDAY = 5;
const SUNDAY = 6;

/**
 * Returns the hours in which marketing texts may reach a recipient; all of them must be open.
 *
 * In the United States, the hours of the states of ZIP and area code apply, the stricter of both. A +1 number whose
 * zone is not known is reached only while the hours are open in all six zones.
 *
 * @param accountZone for numbers of other countries whose zone is not known; absent: UTC
 *
 * **Source:** rules E4.4.
 */
export function legalHours(recipient: Whereabouts, accountZone: string | undefined): ZoneHours[] {
  const isNanp = recipient.phoneNumber.startsWith(NANP_PREFIX);
  const zip = zipPrefixOf(recipient, isNanp);
  if (!isNanp && zip === undefined) {
    return [{ zone: recipient.tz ?? accountZone ?? 'UTC', week: weekOf(OTHER_COUNTRIES_HOURS) }];
  }
  const areaCode = isNanp ? recipient.phoneNumber.slice(2, 5) : undefined;
  const states = [stateOfZip(zip), stateOfAreaCode(areaCode)];
  const week = states.reduce<WeekHours>(
    (stricter, state) => (state ? intersect(stricter, weekOfState(state)) : stricter),
    weekOf(UNITED_STATES_HOURS),
  );
  const zones = recipient.tz === undefined ? SUPPORTED_TIME_ZONES : [recipient.tz];
  return zones.map((zone) => ({ zone, week }));
}

/** Reads a postal code as the derivation of `tz` does: only a ZIP of an address in the United States counts. */
function zipPrefixOf({ postalCode, country }: Whereabouts, isNanp: boolean): string | undefined {
  const isUs = (country ?? '') === '' ? isNanp : country === 'US';
  return isUs ? ZIP_PATTERN.exec((postalCode ?? '').trim())?.[1] : undefined;
}

function weekOfState({ hours, saturday = hours, sunday = hours }: LegalHours): WeekHours {
  const open = (day: DayHours | 'closed') => (day === 'closed' ? undefined : day);
  return weekOf(hours).map((day, index) => {
    if (index === SATURDAY) return open(saturday);
    return index === SUNDAY ? open(sunday) : day;
  });
}

// The tables are unpacked on first use, because most functions decide no hours.
let stateByAreaCode: ReadonlyMap<string, LegalHours> | undefined;
let stateByZip: ReadonlyMap<string, LegalHours> | undefined;

function stateOfAreaCode(areaCode: string | undefined): LegalHours | undefined {
  stateByAreaCode ??= unpack(({ areaCodes }) => areaCodes.split(' '));
  return stateByAreaCode.get(areaCode ?? '');
}

function stateOfZip(prefix: string | undefined): LegalHours | undefined {
  stateByZip ??= unpack(({ zips }) => zips.split(' ').flatMap(prefixesOf));
  return stateByZip.get(prefix ?? '');
}

function unpack(keysOf: (state: LegalHours) => string[]): ReadonlyMap<string, LegalHours> {
  return new Map(Object.values(STRICTER_STATES).flatMap((state) => keysOf(state).map((key) => [key, state])));
}

function prefixesOf(range: string): string[] {
  const [first = '', last = first] = range.split('-');
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) =>
    String(Number(first) + index).padStart(3, '0'),
  );
}
