import { createHash } from 'node:crypto';
import { LatestTable } from './latest-table';
import type { Endpoint } from './source-row';

/** In place of an address of a user of whom none is known yet. */
const NONE = 0;

/** The latest e-mail address of users of Amazon Pinpoint. */
export class EmailTable {
  private readonly table = new LatestTable();
  private readonly emails = [''];
  /** By the place of the address, the index of its row. */
  private readonly rows = [-1];

  /**
   * Takes the e-mail address of an endpoint, or notes that the user of an SMS endpoint wants one.
   *
   * @param index of its row in the file
   * @param isInWindow outside the window only addresses of users inside count
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
    // Of addresses of the same time that of the last row counts, whenever it is read: rows before the window come last.
    const isSuperseded = known?.time === effectiveAtMs && (this.rows[known.value] as number) > index;
    if (isSuperseded) return;
    // A copy: a part of a larger text keeps all of it in memory.
    const value = this.emails.push(Buffer.from(email).toString()) - 1;
    this.rows.push(index);
    this.table.put({ key, value, time: effectiveAtMs });
  }

  get(userId: string): string | undefined {
    const found = this.table.find(userKey(userId));
    return found && found.value !== NONE ? this.emails[found.value] : undefined;
  }
}

/** 52 bits of a hash, and never 0. */
function userKey(userId: string): number {
  const hash = createHash('sha256').update(userId).digest();
  return hash.readUIntBE(0, 6) * 16 + ((hash[6] as number) & 15) + 1;
}
