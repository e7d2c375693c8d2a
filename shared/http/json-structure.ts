import { MAX_JSON_DEPTH, MAX_JSON_VALUES } from '../limits';

/** What is wrong with a text that may be JSON, of what parsing it would cost too much to find out. */
export type StructureProblem = 'tooDeep' | 'tooManyValues';

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Looks at the brackets and commas of a JSON text in UTF-8, without parsing it: a few megabytes of brackets would
 * become hundreds of megabytes of objects.
 *
 * @returns `undefined` for a text that may be parsed; whether it is JSON is for the parser to say
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

/** @returns the index of the closing quote; the text's length where there is none */
function endOfString(json: Uint8Array, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    if (json[at] === QUOTE) return at;
    if (json[at] === BACKSLASH) at += 1;
  }
  return json.length;
}
