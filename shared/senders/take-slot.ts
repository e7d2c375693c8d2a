import type { Pause } from '../platform/pause';
import type { Platform } from '../platform/platform';
import type { Table } from '../platform/store/table';
import { SlotLine, type Turn } from './slot-line';

/** Messages of this process that wait for a slot, by their number. */
const lines = new WeakMap<Table, Map<string, SlotLine>>();

/**
 * Waits for a single message's turn with its sender number, if that comes within a second. A number without a rate is
 * always free.
 */
export async function takeSlot(
  deps: Pick<Platform, 'table' | 'clock'> & { pause?: Pause },
  options: { number: string; ratePerSecond: number | undefined; parts: number },
): Promise<Turn> {
  const { number, ratePerSecond, parts } = options;
  if (ratePerSecond === undefined) return 'now';
  const ofTable = lines.get(deps.table) ?? new Map<string, SlotLine>();
  lines.set(deps.table, ofTable);
  const line = ofTable.get(number) ?? new SlotLine(deps, { number, ratePerSecond });
  ofTable.set(number, line);
  try {
    return await line.join({ ratePerSecond, parts });
  } finally {
    if (line.isEmpty && ofTable.get(number) === line) ofTable.delete(number);
  }
}
