import { isTimeZone, offsetMsAt, timeZoneRelease } from '../../shared/time-zones/time-zone';
import { NotRunError, UNAVAILABLE } from '../support/run/not-run';
import { type IanaClock, newestRelease, readIanaClocks } from './read-iana-clocks';

/**
 * Compares the service's time zones with the compiled data of IANA: every zone and link, on each day of the years below
 * and a second before, at and after each change of a clock. `.ci/run` and `npm run test:time-zones` run it. Exits with
 * 69 without Python or its package tzdata; with `--release` also with 1 when the registry has a newer release.
 */
const FROM_SECOND = Date.UTC(2025, 0, 1) / 1000;
const TO_SECOND = Date.UTC(2029, 0, 1) / 1000;
const DAY_SECONDS = 24 * 60 * 60;
/** IANA's placeholder for a clock that has not been set, which is no place. */
const NO_ZONES = ['Factory'];

let looks = 0;

function findFaults({ name, offset, changes }: IanaClock): string[] {
  if (!isTimeZone(name)) return [`${name} is not known`];
  const instants = new Set(changes.flatMap(([at]) => [at - 1, at, at + 1]));
  for (let second = FROM_SECOND; second < TO_SECOND; second += DAY_SECONDS) instants.add(second);
  looks += instants.size;
  return [...instants].flatMap((second) => {
    const expected = changes.findLast(([at]) => at <= second)?.[1] ?? offset;
    const found = offsetMsAt(name, second * 1000) / 1000;
    return found === expected
      ? []
      : [`${name}, ${isoOf(second)}: ${found} s ahead of UTC, not ${expected} s`];
  });
}

const isoOf = (second: number) => new Date(second * 1000).toISOString();

try {
  const { release, clocks } = readIanaClocks(FROM_SECOND, TO_SECOND);
  const zones = clocks.filter(({ name }) => !NO_ZONES.includes(name));
  const faults = zones.flatMap(findFaults);
  if (release !== timeZoneRelease())
    faults.unshift(`The zones are of ${timeZoneRelease()}, and tzdata has ${release}`);
  for (const fault of faults.slice(0, 20)) process.stderr.write(`${fault}.\n`);
  process.stdout.write(
    `IANA ${release}: ${zones.length} zones, ${looks} looks at their clocks, ${faults.length} otherwise than expected.\n`,
  );
  const newest = newestRelease();
  const isOld = newest !== undefined && newest > release;
  if (newest === undefined) process.stdout.write('Which release is the newest could not be asked.\n');
  if (isOld)
    process.stdout.write(
      `OLD: the time zones are of ${release}, and there is ${newest}: docs/operations.md says how they are renewed.\n`,
    );
  process.exitCode = faults.length > 0 || (isOld && process.argv.includes('--release')) ? 1 : 0;
} catch (error) {
  if (!(error instanceof NotRunError)) throw error;
  process.stderr.write(`NOT RUN: the check of the time zones: ${error.message}\n`);
  process.exitCode = UNAVAILABLE;
}
