/** Number of slots, a power of two; it doubles when two thirds are taken. */
const FIRST_CAPACITY = 1 << 12;

/**
 * Hash table that keeps the latest entry of each key; among entries of the same time, the last one added. It holds
 * millions of entries in a few bytes each.
 */
export class LatestTable {
  private capacity = FIRST_CAPACITY;
  private keys = new Float64Array(FIRST_CAPACITY);
  private times = new Float64Array(FIRST_CAPACITY);
  private values = new Uint32Array(FIRST_CAPACITY);
  private count = 0;

  /**
   * @param entry.key a positive integer
   * @returns the value that is superseded: the earlier one, or the given one; `undefined` for a new key
   */
  put(entry: { key: number; value: number; time: number }): number | undefined {
    if (this.count * 3 >= this.capacity * 2) this.grow();
    const { key, value, time } = entry;
    const slot = this.slotOf(key);
    if (this.keys[slot] === 0) {
      this.write(slot, { key, value, time });
      this.count += 1;
      return undefined;
    }
    const earlier = this.values[slot] as number;
    if (time < (this.times[slot] as number)) return value;
    this.write(slot, { key, value, time });
    return earlier;
  }

  find(key: number): { value: number; time: number } | undefined {
    const slot = this.slotOf(key);
    if (this.keys[slot] === 0) return undefined;
    return { value: this.values[slot] as number, time: this.times[slot] as number };
  }

  private write(slot: number, { key, value, time }: { key: number; value: number; time: number }): void {
    this.keys[slot] = key;
    this.values[slot] = value;
    this.times[slot] = time;
  }

  /** Returns the slot of a key, or the empty one that it would take. */
  private slotOf(key: number): number {
    // The hash uses both halves of the number, because phone numbers of a country differ only in the lower one.
    let hash =
      Math.imul((key % 0x1_0000_0000) | 0, 0x9e37_79b1) ^ Math.imul((key / 0x1_0000_0000) | 0, 0x85eb_ca6b);
    hash ^= hash >>> 15;
    let slot = hash & (this.capacity - 1);
    while (this.keys[slot] !== 0 && this.keys[slot] !== key) slot = (slot + 1) & (this.capacity - 1);
    return slot;
  }

  private grow(): void {
    const { keys, times, values } = this;
    this.capacity *= 2;
    this.keys = new Float64Array(this.capacity);
    this.values = new Uint32Array(this.capacity);
    this.times = new Float64Array(this.capacity);
    for (const [index, key] of keys.entries()) {
      if (key === 0) continue;
      this.write(this.slotOf(key), { key, value: values[index] as number, time: times[index] as number });
    }
  }
}
