/**
 * Right of one worker to an item, until a time. Expiry is decided by comparing times with the reader's clock: a lease
 * is longer than any holder can run, so that a worker that is frozen has lost it before it continues.
 */
interface Lease {
  /** Id of the acquisition, which is new for each one. Absent: no worker holds the lease. */
  leaseId?: string | undefined;
  /** ISO. */
  leaseUntil?: string | undefined;
}

/** Lease as its holder writes it. */
export interface HeldLease {
  leaseId: string;
  leaseUntil: string;
}

export function newLease(options: { leaseId: string; now: Date; durationMs: number }): HeldLease {
  const { leaseId, now, durationMs } = options;
  return { leaseId, leaseUntil: leaseEnd(now, durationMs) };
}

/** Returns the end of a lease that begins now; ISO. */
export function leaseEnd(now: Date, durationMs: number): string {
  return new Date(now.getTime() + durationMs).toISOString();
}

/** Returns true while a worker may hold the lease. */
export function isHeld(lease: Pick<Lease, 'leaseUntil'>, now: Date): boolean {
  return lease.leaseUntil !== undefined && Date.parse(lease.leaseUntil) > now.getTime();
}

/** Returns the condition of a write that acquires a lease: it is free, or has run out. */
export function leaseIsFree(now: Date) {
  return {
    ConditionExpression: '(attribute_not_exists(leaseUntil) OR leaseUntil <= :now)',
    values: { ':now': now.toISOString() },
  };
}

/**
 * Returns the condition of a write by the holder. It is also met after the lease has run out, as long as no other
 * worker has acquired it.
 */
export function leaseIsMine(lease: Lease) {
  return { ConditionExpression: 'leaseId = :mine', values: { ':mine': lease.leaseId } };
}
