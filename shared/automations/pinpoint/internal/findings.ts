import type { Part } from './part';

/** `taken`: means the same here. `changed`: means nearly the same. `left`: not taken over. */
type Outcome = 'taken' | 'changed' | 'left';

/** Line of the report about a part of the document. */
export interface Finding {
  /** JSON pointers, without the name of the response. */
  parts: string[];
  outcome: Outcome;
  note: string;
}

type Parts = Part | Part[];

/** Collects what became of each part of a document, and what has to be given before there is a draft. */
export class Findings {
  readonly lines: Finding[] = [];
  /** Sentences, each once. */
  readonly needs: string[] = [];
  private readonly covered = new Set<string>();

  taken(parts: Parts, note: string): void {
    this.add('taken', parts, note);
  }

  changed(parts: Parts, note: string): void {
    this.add('changed', parts, note);
  }

  left(parts: Parts, note: string): void {
    this.add('left', parts, note);
  }

  /** Counts parts as told that another line speaks of. */
  cover(parts: Parts): void {
    for (const { pointer } of [parts].flat()) this.covered.add(pointer);
  }

  need(sentence: string): void {
    if (!this.needs.includes(sentence)) this.needs.push(sentence);
  }

  /** Adds what another collection has; with `isUndone` without what was taken over, since it is not after all. */
  include(other: Findings, { isUndone }: { isUndone: boolean }): void {
    this.lines.push(...other.lines.filter(({ outcome }) => !isUndone || outcome === 'left'));
    for (const pointer of other.covered) this.covered.add(pointer);
    for (const sentence of other.needs) this.need(sentence);
  }

  /** Adds a line for each value that no line speaks of, so that nothing is dropped without a word. */
  tellTheRest(document: Part): void {
    for (const leaf of document.leaves)
      if (!this.isCovered(leaf.pointer)) this.left(leaf, 'It has no counterpart here.');
  }

  private add(outcome: Outcome, parts: Parts, note: string): void {
    const given = [parts].flat().filter(({ isGiven }) => isGiven);
    if (given.length === 0) return;
    this.cover(given);
    this.lines.push({ parts: given.map(({ pointer }) => pointer), outcome, note });
  }

  private isCovered(pointer: string): boolean {
    const names = pointer.split('/');
    return names.some((_, index) => this.covered.has(names.slice(0, names.length - index).join('/')));
  }
}
