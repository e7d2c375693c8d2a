import { writeFileSync } from 'node:fs';
import { readClockOffset, writeClockOffset } from '../../../../lib/local/clock';
import { StartupError } from '../../../../lib/local/lifecycle';
import { useFolder } from '../../../support/run/use-folder';

const inFolder = useFolder();
let path: string;
beforeEach(() => (path = inFolder('clock.json')));

test('the offset is 0 before it was ever written', () => {
  expect(readClockOffset(path)).toBe(0);
});

test('the offset is read back as it was written last', () => {
  writeClockOffset(path, 1_000);
  writeClockOffset(path, 172_800_000);

  expect(readClockOffset(path)).toBe(172_800_000);
});

test.each(['', '{', '{"offsetMs":"1"}', '{"offsetMs":-1}', 'null'])('the file %j is refused', (text) => {
  writeFileSync(path, text);

  expect(() => readClockOffset(path)).toThrow(
    new StartupError(`${path} does not say how far the clock was moved; start with --fresh.`),
  );
});
