import type { Pause } from '../platform/pause';
import type { Platform } from '../platform/platform';
import type { Table } from '../platform/store/table';
import type { DailyCap } from './daily-cap';
import { SlotLine, type Turn } from './slot-line';

/** Waiting messages of this process, by number and by whether a caller waits for the response. */
const lines = new WeakMap<Table, Map<string, SlotLine>>();

/**
 * Waits for a single message's turn with its sender number, if that comes within a second; in the queue, within 2.5
 * seconds for a slow number. A number without a rate is always free.
 */
export async function takeSlot(
  deps: Pick<Platform, 'table' | 'clock'> & { pause?: Pause },
  options: {
    number: string;
    ratePerSecond: number | undefined;
    cap?: DailyCap | undefined;
    parts: number;
    isCallerTold: boolean;
  },
): Promise<Turn> {
  const { number, ratePerSecond, cap, parts, isCallerTold } = options;
  if (ratePerSecond === undefined) return 'now';
  const pace = { ratePerSecond, cap };
  const ofTable = lines.get(deps.table) ?? new Map<string, SlotLine>();
  lines.set(deps.table, ofTable);
  const name = `${number} ${isCallerTold ? 'caller' : 'queue'}`;
  const line = ofTable.get(name) ?? new SlotLine(deps, { number, ...pace, isCallerTold });
  ofTable.set(name, line);
  try {
    return await line.join({ pace, parts });
  } finally {
    if (line.isEmpty && ofTable.get(name) === line) ofTable.delete(name);
  }
}
