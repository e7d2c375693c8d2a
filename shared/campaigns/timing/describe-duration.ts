const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Describes a duration in words, to about a tenth of it: `45 s`, `12 min`, `3 h 17 min`, `2 d 5 h`. */
export function describeDuration(seconds: number): string {
  if (seconds < MINUTE) return `${seconds} s`;
  const minutes = Math.round(seconds / MINUTE) * MINUTE;
  if (minutes < HOUR) return `${minutes / MINUTE} min`;
  if (minutes < DAY) return twoUnits(minutes, [HOUR, 'h'], [MINUTE, 'min']);
  return twoUnits(Math.round(seconds / HOUR) * HOUR, [DAY, 'd'], [HOUR, 'h']);
}

type Unit = [seconds: number, name: string];

function twoUnits(seconds: number, [large, largeName]: Unit, [small, smallName]: Unit): string {
  const rest = (seconds % large) / small;
  return `${Math.floor(seconds / large)} ${largeName}${rest === 0 ? '' : ` ${rest} ${smallName}`}`;
}
