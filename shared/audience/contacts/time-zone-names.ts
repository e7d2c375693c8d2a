/**
 * Zones that a contact's `tz` can have.
 *
 * **Source:** rules 4.5
 */
export const SUPPORTED_TIME_ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
] as const;

export type SupportedTimeZone = (typeof SUPPORTED_TIME_ZONES)[number];

/**
 * Zones of the United States that keep the same clock as a supported zone.
 *
 * The table has every zone that the ZIP and area-code data name for the United States and its territories and whose
 * offset from UTC equals that of one supported zone in every hour of three years. The unit test derives the table again
 * from `shared/time-zones`. This leaves out America/Phoenix and America/Adak (neither keeps the clock of Denver,
 * Anchorage or Honolulu all year) and the territories. Zones outside the United States are left out whatever their
 * clock: an area code of Toronto is not one of New York.
 */
export const SAME_CLOCK_ZONES: Readonly<Record<string, SupportedTimeZone>> = {
  'America/Detroit': 'America/New_York',
  'America/Indiana/Indianapolis': 'America/New_York',
  'America/Indiana/Marengo': 'America/New_York',
  'America/Indiana/Petersburg': 'America/New_York',
  'America/Indiana/Vevay': 'America/New_York',
  'America/Indiana/Vincennes': 'America/New_York',
  'America/Indiana/Winamac': 'America/New_York',
  'America/Kentucky/Louisville': 'America/New_York',
  'America/Kentucky/Monticello': 'America/New_York',
  'America/Indiana/Knox': 'America/Chicago',
  'America/Indiana/Tell_City': 'America/Chicago',
  'America/Menominee': 'America/Chicago',
  'America/North_Dakota/Beulah': 'America/Chicago',
  'America/North_Dakota/Center': 'America/Chicago',
  'America/North_Dakota/New_Salem': 'America/Chicago',
  'America/Boise': 'America/Denver',
  'America/Juneau': 'America/Anchorage',
  'America/Metlakatla': 'America/Anchorage',
  'America/Nome': 'America/Anchorage',
  'America/Sitka': 'America/Anchorage',
  'America/Yakutat': 'America/Anchorage',
};

/** Returns the supported zone with the clock of an IANA zone of the United States; `undefined` when there is none. */
export function toSupportedTimeZone(ianaZone: string): SupportedTimeZone | undefined {
  return SUPPORTED_TIME_ZONES.find((zone) => zone === ianaZone) ?? SAME_CLOCK_ZONES[ianaZone];
}
