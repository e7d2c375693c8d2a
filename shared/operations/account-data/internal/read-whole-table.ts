import type { Item } from '../../../platform/store/item';
import type { Platform } from '../../../platform/platform';
import { PatientTable } from '../../../platform/store/patient-table';

/** Segments of DynamoDB's parallel scan, of which a page each is read at once. */
const SEGMENTS = 8;
/** Read units that are consumed with strong consistency: 100 MB, which a small table has not. */
const MOST_UNITS_STRONG = 25_000;
/** Much longer than a replica of the table is behind, which is a second at most as a rule. */
const REPLICAS_ARE_BEHIND_MS = 60_000;

/**
 * Reads all items of the table, in parallel, and gives way when the table throttles. What was written before the call is
 * found; of concurrent changes some are.
 *
 * A large table is read with eventual consistency, which costs half, from the time on at which every replica has what was
 * written before the call.
 */
export async function* readWholeTable({
  table: all,
  clock,
}: Pick<Platform, 'table' | 'clock'>): AsyncGenerator<Item> {
  const patient = new PatientTable(all);
  const { table } = patient;
  const startedAtMs = clock.now().getTime();
  let units = 0;
  let open: Array<{ segment: number; from?: Record<string, unknown> }> = Array.from(
    { length: SEGMENTS },
    (_, segment) => ({ segment }),
  );
  while (open.length > 0) {
    const isLarge = units > MOST_UNITS_STRONG;
    const behindMs = startedAtMs + REPLICAS_ARE_BEHIND_MS - clock.now().getTime();
    if (isLarge && behindMs > 0) await all.waits.pause(behindMs);
    const pages = await Promise.all(
      open.map(async ({ segment, from }) => ({
        segment,
        ...(await table.scanPage({
          ConsistentRead: !isLarge,
          Segment: segment,
          TotalSegments: SEGMENTS,
          ...(from && { ExclusiveStartKey: from }),
        })),
      })),
    );
    open = [];
    for (const { segment, items, lastKey, readUnits } of pages) {
      units += readUnits;
      yield* items;
      if (lastKey) open.push({ segment, from: lastKey });
    }
    await patient.rest();
  }
}
