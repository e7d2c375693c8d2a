import { MAX_JSON_DEPTH, MAX_JSON_VALUES } from '../../limits';

/** Reason why a text is too expensive to parse as JSON. */
export type StructureProblem = 'tooDeep' | 'tooManyValues';

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Checks the brackets and commas of a JSON text in UTF-8 without parsing it: a few megabytes of brackets would become
 * hundreds of megabytes of objects.
 *
 * @returns `undefined` for a text that may be parsed; only the parser decides if it is JSON
 */
export function findStructureProblem(json: Uint8Array): StructureProblem | undefined {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < json.length; at++) {
    switch (json[at]) {
      case QUOTE:
        at = endOfString(json, at);
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        depth += 1;
        values += 1;
        if (depth > MAX_JSON_DEPTH) return 'tooDeep';
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth -= 1;
        break;
      case COMMA:
        values += 1;
        break;
      default:
        break;
    }
    if (values > MAX_JSON_VALUES) return 'tooManyValues';
  }
  return undefined;
}

/** @returns the index of the closing quote; the length of the text when there is none */
function endOfString(json: Uint8Array, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    if (json[at] === QUOTE) return at;
    if (json[at] === BACKSLASH) at += 1;
  }
  return json.length;
}
