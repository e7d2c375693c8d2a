/** Bucket of units per second, which keeps unused units of one second. The call that empties it may overdraw it. */
export class TokenBucket {
  private tokens: number;
  private atMs = 0;

  constructor(
    private readonly perSecond: number,
    private readonly burst = perSecond,
  ) {
    this.tokens = burst;
  }

  /** Returns true when there is a whole unit. */
  hasAny(nowMs: number): boolean {
    this.refill(nowMs);
    return this.tokens >= 1;
  }

  take(units: number, nowMs: number): void {
    this.refill(nowMs);
    this.tokens -= units;
  }

  private refill(nowMs: number): void {
    if (nowMs <= this.atMs) return;
    this.tokens = Math.min(this.burst, this.tokens + ((nowMs - this.atMs) / 1_000) * this.perSecond);
    this.atMs = nowMs;
  }
}
