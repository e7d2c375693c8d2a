import { createHash } from 'node:crypto';
import { LatestTable } from './latest-table';
import type { Endpoint } from './source-row';

/** Placeholder for a user without a known address. */
const NONE = 0;

/** Table of the latest e-mail address of users of Amazon Pinpoint. */
export class EmailTable {
  private readonly table = new LatestTable();
  private readonly emails = [''];
  /** Row index of each address, at the same place as in `emails`. */
  private readonly rows = [-1];

  /**
   * Adds the e-mail address of an endpoint, or notes that the user of an SMS endpoint needs one.
   *
   * @param index index of the endpoint's row in the file
   * @param isInWindow false for a row outside the window, whose address only counts for users inside
   */
  add(
    { channel, isInactive, userId, email, effectiveAtMs }: Endpoint,
    { index, isInWindow }: { index: number; isInWindow: boolean },
  ): void {
    if (!userId || isInactive) return;
    const key = userKey(userId);
    const known = this.table.find(key);
    if (channel === 'SMS' && isInWindow && !known) this.table.put({ key, value: NONE, time: -1 });
    if (!email || (!isInWindow && !known)) return;
    // Among addresses of the same time, the one of the last row counts, whenever it is read: rows before the window are
    // read last.
    const isSuperseded = known?.time === effectiveAtMs && (this.rows[known.value] as number) > index;
    if (isSuperseded) return;
    // A copy, because a substring keeps the whole text in memory.
    const value = this.emails.push(Buffer.from(email).toString()) - 1;
    this.rows.push(index);
    this.table.put({ key, value, time: effectiveAtMs });
  }

  get(userId: string): string | undefined {
    const found = this.table.find(userKey(userId));
    return found && found.value !== NONE ? this.emails[found.value] : undefined;
  }
}

/** Returns 52 bits of a hash, and never 0. */
function userKey(userId: string): number {
  const hash = createHash('sha256').update(userId).digest();
  return hash.readUIntBE(0, 6) * 16 + ((hash[6] as number) & 15) + 1;
}
