/**
 * The right of one worker to an item, until a time. Expiry is decided by comparing times, with the clock of the one who
 * asks: a lease is longer than any holder can run, so that a worker that is frozen has lost it before it continues.
 */
export interface Lease {
  /** Who holds it; every acquisition has an id of its own. Absent: held by none. */
  leaseId?: string | undefined;
  /** ISO. */
  leaseUntil?: string | undefined;
}

/** A lease as its holder writes it. */
export interface HeldLease {
  leaseId: string;
  leaseUntil: string;
}

export function newLease(options: { leaseId: string; now: Date; durationMs: number }): HeldLease {
  const { leaseId, now, durationMs } = options;
  return { leaseId, leaseUntil: leaseEnd(now, durationMs) };
}

/** When a lease that begins now ends; ISO. */
export function leaseEnd(now: Date, durationMs: number): string {
  return new Date(now.getTime() + durationMs).toISOString();
}

/** Whether a worker may be at it. */
export function isHeld(lease: Pick<Lease, 'leaseUntil'>, now: Date): boolean {
  return lease.leaseUntil !== undefined && Date.parse(lease.leaseUntil) > now.getTime();
}

/** Condition of a write that acquires a lease: it is free, or has run out. */
export function leaseIsFree(now: Date) {
  return {
    ConditionExpression: '(attribute_not_exists(leaseUntil) OR leaseUntil <= :now)',
    values: { ':now': now.toISOString() },
  };
}

/** Condition of a write by the holder. Also met after the time, as long as no other has acquired it. */
export function leaseIsMine(lease: Lease) {
  return { ConditionExpression: 'leaseId = :mine', values: { ':mine': lease.leaseId } };
}
