const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/;

/**
 * Reads a time of day, such as `09:00`.
 *
 * @returns minutes from midnight; `undefined` for any other text
 */
export function readTimeOfDay(text: string): number | undefined {
  const [, hour, minute] = TIME.exec(text) ?? [];
  return hour === undefined ? undefined : Number(hour) * 60 + Number(minute);
}
