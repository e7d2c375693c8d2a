import { existsSync } from 'node:fs';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** @throws Error that describes how to get a browser */
export function findChromium(): string {
  const given = process.env.CHROMIUM;
  const found = given ?? PLACES.find((place) => existsSync(place));
  if (found !== undefined && existsSync(found)) return found;
  throw new Error(
    'The tests of the console need Chromium, and there is none. Install it (Debian: apt-get install chromium) ' +
      'or set CHROMIUM to its path.',
  );
}
