import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type ArchivedEvent, archiveEvent, NOT_ARCHIVED } from '../../shared/events/archived-event';
import { isEventType } from '../../shared/events/event-types';
import type { EventArchiveSetting } from '../../shared/platform/event-archive';
import { getArchiveKey } from '../../shared/platform/secrets/archive-key';
import { FILE_MODE, FOLDER_MODE } from './files';
import type { Log } from './mappings';

/** Time for which events are gathered. A deployed archive gathers for a quarter of an hour. */
const GATHERED_FOR_MS = 2_000;

/** Archive of events in a folder, with the files that a deployed one has in its bucket. */
export interface EventArchive {
  /** Takes events as they are on the bus. Those of other types are not archived. */
  add(this: void, events: ReadonlyArray<Record<string, unknown>>): void;
  /** Writes what is gathered. */
  stop(): Promise<void>;
}

/** @param options.people treatment of the people whom events are about; the key for it is in the environment */
export function openEventArchive(options: {
  folder: string;
  people: Exclude<EventArchiveSetting, 'off'>;
  log: Log;
}): EventArchive {
  const { folder, people, log } = options;
  let gathered: Array<Record<string, unknown>> = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = async () => {
    const events = gathered;
    gathered = [];
    try {
      const personKey = people === 'hash' ? await getArchiveKey() : undefined;
      const archived = events.flatMap((event) => archiveEvent({ event, personKey }) ?? []);
      writeByDay(folder, archived);
      const count = events.length - archived.length;
      if (count > 0) log.error(NOT_ARCHIVED, undefined, { count });
    } catch (error) {
      log.error('Cannot write the event archive', error, { count: events.length });
    }
  };
  return {
    add: (events) => {
      gathered.push(...events.filter(({ type }) => typeof type === 'string' && isEventType(type)));
      timer ??= setTimeout(() => {
        timer = undefined;
        void flush();
      }, GATHERED_FOR_MS);
    },
    stop: async () => {
      clearTimeout(timer);
      await flush();
    },
  };
}

function writeByDay(folder: string, archived: ArchivedEvent[]): void {
  for (const day of new Set(archived.map((event) => event.day))) {
    const lines = archived.filter((event) => event.day === day).map(({ line }) => `${line}\n`);
    const ofDay = join(folder, 'events', `day=${day}`);
    mkdirSync(ofDay, { recursive: true, mode: FOLDER_MODE });
    const file = join(ofDay, `${randomUUID()}.json.gz`);
    // Written beside it and renamed: a reader never finds half a file.
    writeFileSync(`${file}.new`, gzipSync(lines.join('')), { mode: FILE_MODE });
    renameSync(`${file}.new`, file);
  }
}
