import type { Endpoint } from '../source-row';

interface KnownEmail {
  /** `undefined` for a user without a known address. */
  email: string | undefined;
  effectiveAtMs: number;
  /** Index of the address's row in the file. */
  index: number;
}

const NONE: KnownEmail = { email: undefined, effectiveAtMs: -1, index: -1 };

/** Table of the latest e-mail address of users of Amazon Pinpoint. */
export class EmailTable {
  private readonly emails = new Map<string, KnownEmail>();

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
    const known = this.emails.get(userId);
    if (channel === 'SMS' && isInWindow && !known) this.emails.set(copyOf(userId), NONE);
    if (!email || (!isInWindow && !known)) return;
    // Among addresses of the same time, the one of the last row counts, whenever it is read: rows before the window are
    // read last.
    if (known && effectiveAtMs < known.effectiveAtMs) return;
    if (known && effectiveAtMs === known.effectiveAtMs && index < known.index) return;
    this.emails.set(known ? userId : copyOf(userId), { email: copyOf(email), effectiveAtMs, index });
  }

  get(userId: string): string | undefined {
    return this.emails.get(userId)?.email;
  }
}

/** Copies a substring, which else keeps the whole text in memory. */
const copyOf = (text: string) => Buffer.from(text).toString();
