import { findUnknownSpans } from '../../../shared/content/doubtful-tags';
import { findTagsInPasses, isKnownTag } from '../../../shared/content/known-tags';
import { type Value, valueOf } from './value';

/** Part of a text: plain words, a value that the service puts in, or braces that it does not know. */
export type Piece =
  | { kind: 'words'; text: string }
  | { kind: 'value'; text: string; value: Value }
  | { kind: 'unknown'; text: string };

/** Values that a text can have, by what it is written for. */
export interface TextKind {
  /** True for texts of campaigns and automations: a value can have a text for when it is empty. */
  hasDefaults: boolean;
  /** True for texts of automations: values of the event that began it are known. */
  hasEvents: boolean;
  /** True where an event begins the automation: the menu has its values. */
  offersEvents: boolean;
  /** Sentence that says what a tag that the service does not know prevents; absent when it prevents nothing. */
  refusal?: string;
}

export const CAMPAIGN_TEXT: TextKind = {
  hasDefaults: true,
  hasEvents: false,
  offersEvents: false,
  refusal: 'A campaign with it cannot be launched.',
};
export const AUTOMATION_TEXT: TextKind = {
  hasDefaults: true,
  hasEvents: true,
  offersEvents: false,
  refusal: 'An automation with it cannot be started.',
};
/** Text of an automation that an event begins. */
export const EVENT_TEXT: TextKind = { ...AUTOMATION_TEXT, offersEvents: true };
/** Text of a single message, such as a saved reply. */
export const MESSAGE_TEXT: TextKind = { hasDefaults: false, hasEvents: false, offersEvents: false };

/** Divides a text into its pieces, by the grammar by which the service fills it in. Joined they are the text again. */
export function piecesOf(body: string, kind: TextKind): Piece[] {
  const pieces: Piece[] = [];
  let position = 0;
  for (const tag of findTagsInPasses(body, kind)) {
    if (!isKnownTag(tag, kind)) continue;
    pieces.push(...piecesWithoutValues(body.slice(position, tag.start), kind));
    pieces.push({ kind: 'value', text: body.slice(tag.start, tag.end), value: valueOf(tag) });
    position = tag.end;
  }
  return [...pieces, ...piecesWithoutValues(body.slice(position), kind)];
}

function piecesWithoutValues(text: string, kind: TextKind): Piece[] {
  const pieces: Piece[] = [];
  let position = 0;
  const addWords = (end: number) => {
    if (end > position) pieces.push({ kind: 'words', text: text.slice(position, end) });
  };
  for (const { start, end } of findUnknownSpans(text, kind)) {
    addWords(start);
    pieces.push({ kind: 'unknown', text: text.slice(start, end) });
    position = end;
  }
  addWords(text.length);
  return pieces;
}
