/** Set of row indexes, one bit each. */
export class RowSet {
  private words = new Uint32Array(1024);

  add(index: number): void {
    const word = index >>> 5;
    while (word >= this.words.length) {
      const larger = new Uint32Array(this.words.length * 2);
      larger.set(this.words);
      this.words = larger;
    }
    this.words[word] = (this.words[word] as number) | (1 << (index & 31));
  }

  has(index: number): boolean {
    return (((this.words[index >>> 5] ?? 0) >>> (index & 31)) & 1) === 1;
  }
}
