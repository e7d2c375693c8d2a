import { erasureItem } from '../../../shared/erasure/erasure';
import { READING_PAUSE_MS } from '../../../shared/erasure/internal/begin-pass';
import { findPass } from '../../../shared/erasure/internal/pass';
import { requestErasure } from '../../../shared/erasure/request-erasure';
import { runErasures } from '../../../shared/erasure/run-erasures';
import { newMessage } from '../../../shared/messages/message';
import { messageItem } from '../../../shared/messages/message-writes';
import type { E164 } from '../../../shared/phone-numbers/e164';
import type { QueueMessage } from '../../../shared/platform/queues/queues';
import { memoryFiles } from '../audience/memory-files';
import { NO_DEAD_LETTERS } from '../aws/no-dead-letters';
import { startEngine, type TestEngine } from '../engines/engine';
import { createJobsFixture, type JobsFixture } from '../sending/jobs-fixture';
import { type LargeTable, largeTable, type TableCall } from './large-table';

const LONG_MS = 15 * 60_000;

/** More than a worker reads before it divides the table, and not much for a day. */
export const UNITS_A_PAGE = 30_000;
/** Longer than the lease of a pass or of a slice. */
export const LEASE_OVER_MS = 61_000;

export interface LargeTableFixture {
  engine: TestEngine;
  fixture: JobsFixture;
  large: LargeTable;
  phone: (index: number) => E164;
  /** Requests the erasure of a phone. @returns its id */
  request: (index: number) => Promise<string>;
  /** Lets a worker work. @returns the messages that it sent */
  run: (erasureId: string) => Promise<QueueMessage[]>;
  /** Lets a worker find that the table is large, and waits until it may be read. */
  divide: (erasureId: string) => Promise<void>;
  /** Waits until the next pass may begin, or until so long before. */
  reachNextPass: (options?: { butForMs: number }) => Promise<void>;
  /** Stalls the worker that makes such a call, while something else happens. */
  stallAt: (isCall: (call: TableCall) => boolean, meanwhile: () => Promise<void>) => void;
  isCompleted: (erasureId: string) => Promise<boolean>;
  /** Stores a text to the first phone. @returns its id */
  putText: (changes?: Record<string, unknown>) => Promise<string>;
  putTexts: (count: number, changes?: Record<string, unknown>) => Promise<string[]>;
}

/** Starts an engine with a large table for one test, whose caller stops the engine. */
export async function startLargeTable({ unitsAPage = UNITS_A_PAGE } = {}): Promise<LargeTableFixture> {
  return createLargeTableFixture(await startEngine(), { unitsAPage });
}

/** Creates an account with contacts in a table that is, or is not, as large as the read units of a page say. */
export async function createLargeTableFixture(
  engine: TestEngine,
  { unitsAPage }: { unitsAPage: number },
): Promise<LargeTableFixture> {
  const fixture = await createJobsFixture(engine.table, { contacts: 110 });
  const { accountId } = fixture;
  const large = largeTable(engine, { unitsAPage });
  const phone = (index: number) => fixture.phones[index] as E164;
  const run = async (erasureId: string) => {
    const sent: QueueMessage[] = [];
    const queues = { send: async (_queue: string, messages: QueueMessage[]) => (sent.push(...messages), []) };
    await runErasures(
      { ...fixture, queues, table: large.table, files: memoryFiles(), ...NO_DEAD_LETTERS },
      { erasureId, remainingMs: () => LONG_MS },
    );
    return sent;
  };
  const putText = async (changes: Record<string, unknown> = {}) => {
    const message = newMessage({
      ...{ id: fixture.ids.next('msg'), accountId, from: fixture.from, to: phone(0) },
      ...{
        body: 'Marked text',
        status: 'sent',
        phase: 'settled',
        createdAt: fixture.clock.now().toISOString(),
      },
      ...changes,
    });
    await engine.table.put({ Item: messageItem(message) });
    return message.id;
  };
  return {
    ...{ engine, fixture, large, phone, run, putText },
    request: async (index) => (await requestErasure(fixture, { accountId, phoneNumber: phone(index) })).id,
    divide: async (erasureId) => {
      await run(erasureId);
      large.pages.length = 0;
      fixture.advance(READING_PAUSE_MS);
    },
    reachNextPass: async ({ butForMs } = { butForMs: 0 }) => {
      const { nextAt = '' } = await findPass(engine.table);
      fixture.advance(Math.max(0, Date.parse(nextAt) - butForMs - fixture.clock.now().getTime()));
    },
    stallAt: (isCall, meanwhile) => {
      large.onCall.current = async (call) => {
        if (!isCall(call)) return;
        large.onCall.current = undefined;
        await meanwhile();
      };
    },
    isCompleted: async (erasureId) =>
      erasureItem.readIfAny(await engine.table.get(erasureItem.key(erasureId)))?.status === 'completed',
    putTexts: (count, changes) => Promise.all(Array.from({ length: count }, () => putText(changes))),
  };
}
