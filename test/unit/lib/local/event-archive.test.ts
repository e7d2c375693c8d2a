import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { openEventArchive } from '../../../../lib/local/event-archive';
import { NOT_ARCHIVED } from '../../../../shared/events/archived-event';
import { createQuietLog } from '../../../support/logs/quiet-log';

const EVENT = {
  ...{ id: 'evt_01KJMNEX00A5DWRV8QZ9RT5BGP', type: 'messaging.sending.paused', version: 1 },
  ...{ time: '2026-03-01T23:59:59.999Z', accountId: 'acc_1', scope: 'account', reason: 'paused' },
  ...{ since: '2026-03-01T23:59:59.999Z', comment: 'Because of Ada' },
};
const NEXT_DAY = { ...EVENT, id: 'evt_01KJMNEX00V0Z7F6B52C9MJT3D', time: '2026-03-02T00:00:00.000Z' };

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'event-archive-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** Returns the ids of the events in each file, by its folder. */
const written = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json.gz'))
    .map((name) => {
      const lines = gunzipSync(readFileSync(join(folder, name)))
        .toString()
        .trimEnd()
        .split('\n');
      const ids = lines.map((line) => (JSON.parse(line) as { id: string }).id);
      return [join(name, '..'), ...ids];
    })
    .sort();

it('writes a file for each day, when it has gathered for a while or is stopped', async () => {
  jest.useFakeTimers();
  const archive = openEventArchive({ folder, people: 'omit', log: createQuietLog() });
  archive.add([EVENT]);
  archive.add([NEXT_DAY, EVENT]);
  expect(written()).toEqual([]);
  await jest.advanceTimersByTimeAsync(2_000);
  const first = [
    ['events/day=2026-03-01', EVENT.id, EVENT.id],
    ['events/day=2026-03-02', NEXT_DAY.id],
  ];
  expect(written()).toEqual(first);
  archive.add([NEXT_DAY]);
  jest.useRealTimers();
  await archive.stop();
  expect(written()).toEqual([...first, ['events/day=2026-03-02', NEXT_DAY.id]]);
});

it('leaves out events without a definition, and tells of those that are not as theirs', async () => {
  const log = createQuietLog();
  const told = jest.spyOn(log, 'error');
  const archive = openEventArchive({ folder, people: 'omit', log });
  archive.add([{ ...EVENT, type: 'messaging.message.status' }, { ...EVENT, reason: 'Ada' }, EVENT]);
  await archive.stop();
  expect(written()).toEqual([['events/day=2026-03-01', EVENT.id]]);
  expect(told.mock.calls).toEqual([[NOT_ARCHIVED, undefined, { count: 1 }]]);
});
