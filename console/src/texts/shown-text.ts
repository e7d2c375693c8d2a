import { type Piece, piecesOf, type TextKind } from './pieces';
import { describeValue, type FieldLabels } from './value';

/**
 * Text as a field shows it: each value stands as a chip, its words between two characters that take no room. So the field
 * is a plain one, whose undo, selection and screen readers work as in any other.
 */
const CHIP_START = '\u2063';
const CHIP_END = '\u2064';
const CHIP = /\u2063([^\u2063\u2064]*)\u2064/g;
const STRAY = /[\u2063\u2064]/g;
/** Tells chips apart that have the same words for different tags; takes no room. */
const SAME_WORDS = '\u200b';

/** Range of a chip in a shown text; `end` is the index after it. */
export interface ChipRange {
  start: number;
  end: number;
  /** Tag of the chip. */
  tag: string;
}

/** Part of a shown text with the part of the stored text that it stands for. */
export interface Mark {
  kind: Piece['kind'];
  text: string;
  tag: string;
}

/** Converts texts to what a field shows and back. It knows the chips that it has written, also after an undo. */
export class ShownText {
  readonly #tagOf = new Map<string, string>();

  constructor(
    private readonly kind: TextKind,
    private readonly fields: FieldLabels,
  ) {}

  /** Returns a text as the field shows it. */
  show(body: string): string {
    return piecesOf(body, this.kind)
      .map((piece) =>
        piece.kind === 'value'
          ? this.#chipOf(piece.text, describeValue(piece.value, this.fields))
          : piece.text,
      )
      .join('');
  }

  /** Returns the text that is stored. A chip that was cut apart is what is left of its words. */
  read(shown: string): string {
    let body = '';
    let position = 0;
    for (const { start, end, tag } of this.chipsIn(shown)) {
      body += shown.slice(position, start).replace(STRAY, '') + tag;
      position = end;
    }
    return body + shown.slice(position).replace(STRAY, '');
  }

  chipsIn(shown: string): ChipRange[] {
    return [...shown.matchAll(CHIP)].flatMap(({ 0: chip, 1: words = '', index }) => {
      const tag = this.#tagOf.get(words);
      return tag === undefined ? [] : [{ start: index, end: index + chip.length, tag }];
    });
  }

  /** Divides a shown text into what is marked in the field and what is not. */
  marksIn(shown: string): Mark[] {
    const marks: Mark[] = [];
    let position = 0;
    for (const { start, end, tag } of this.chipsIn(shown)) {
      marks.push(...this.#marksBetween(shown.slice(position, start)), {
        ...{ kind: 'value' as const, text: shown.slice(start, end), tag },
      });
      position = end;
    }
    return [...marks, ...this.#marksBetween(shown.slice(position))];
  }

  #marksBetween(text: string): Mark[] {
    return piecesOf(text, this.kind).map((piece) => ({
      kind: piece.kind,
      text: piece.text,
      tag: piece.text,
    }));
  }

  #chipOf(tag: string, description: string): string {
    // A chip is one line of words, whatever its default has.
    let words = description.replace(STRAY, '').replaceAll(/\s+/g, ' ');
    while ((this.#tagOf.get(words) ?? tag) !== tag) words += SAME_WORDS;
    this.#tagOf.set(words, tag);
    return CHIP_START + words + CHIP_END;
  }
}
