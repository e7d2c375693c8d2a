import { randomInt } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_DATA_DIR } from '../service/start-service';

const BLOCK = 1_000;
/** Exchange of the numbers that tests write out themselves. */
const WRITTEN_OUT = 555;

let block = 0;
let used = BLOCK;

/**
 * Returns seven digits, from 2000000 on, that no other test at the shared service gets: each test file claims blocks of
 * a thousand by a folder of their name. Random numbers gave two files the same one in every twentieth run.
 */
export function nextUnusedDigits(): string {
  if (used === BLOCK) {
    block = claimBlock();
    used = 0;
  }
  const digits = block * BLOCK + used;
  used += 1;
  return String(digits);
}

function claimBlock(): number {
  const dataDir = process.env[SERVICE_DATA_DIR];
  if (dataDir === undefined) throw new Error('The API tests run in the jest project "api" only');
  const folder = join(dataDir, 'claimed-phones');
  mkdirSync(folder, { recursive: true });
  for (;;) {
    const candidate = randomInt(2_000, 10_000);
    if (Math.floor(candidate / 10) === WRITTEN_OUT) continue;
    try {
      mkdirSync(join(folder, String(candidate)));
      return candidate;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
