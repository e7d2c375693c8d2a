import { array, boolean, type InferOutput, number, object, optional, string } from 'valibot';
import { pack, packed } from '../platform/store/packing';

const attempt = object({
  /** Time of its end. */
  at: string(),
  durationMs: number(),
  /** HTTP status of the receiver's answer; absent without an answer. */
  responseStatus: optional(number()),
  /** Reason of the failure, as a sentence; absent for a success. */
  error: optional(string()),
  /** First part of the body of the answer; absent when it was empty, no text, or is not kept. */
  answer: optional(string()),
  /** Set when the body was longer. */
  isAnswerCut: optional(boolean()),
});

/** Attempt at a delivery, as administrators see it. */
export type Attempt = InferOutput<typeof attempt>;

/** Schema of the attribute with the attempts of a delivery, oldest first. */
export const storedHistory = packed(array(attempt));

/** Longest answer that is kept, in characters. */
const MAX_ANSWER_CHARACTERS = 1_000;
/** Most attempts that are kept: a delivery and a replay of it. The newest stay. */
const MAX_ATTEMPTS = 20;
/** Largest history of a delivery that failed at least once. */
const MAX_HISTORY_BYTES = 2 * 1024;
const WRITE_UNIT_BYTES = 1024;
const ATTRIBUTE_NAME = 'history';

/** Characters that a page cannot show, besides tabs and ends of lines. */
const CONTROL_CHARACTERS = /(?![\t\n\r])\p{Cc}/gu;

/** Returns the first part of a body as text. `isCut` is true when there is more of it. */
export function readAnswer(body: Buffer, isCut: boolean): Pick<Attempt, 'answer' | 'isAnswerCut'> {
  if (body.length === 0 || body.includes(0)) return {};
  const characters = [...body.toString('utf8').replaceAll(CONTROL_CHARACTERS, '\uFFFD')];
  const answer = characters.slice(0, MAX_ANSWER_CHARACTERS).join('');
  const isLonger = isCut || characters.length > MAX_ANSWER_CHARACTERS;
  return { answer, ...(isLonger && { isAnswerCut: true }) };
}

/** Adds an attempt to a history. */
export const withAttempt = (history: readonly Attempt[] | undefined, made: Attempt): Attempt[] =>
  [...(history ?? []), made].slice(-MAX_ATTEMPTS);

/** Returns a history without the answers that `isKept` refuses; the very same value when it refuses none. */
export function withoutAnswers(history: Attempt[], isKept: (answer: string) => boolean): Attempt[] {
  if (history.every(({ answer }) => answer === undefined || isKept(answer))) return history;
  return history.map((one) => (one.answer === undefined || isKept(one.answer) ? one : withoutAnswer(one)));
}

const withoutAnswer = ({ answer: _, isAnswerCut: _isCut, ...others }: Attempt): Attempt => others;

/**
 * Packs the history of a delivery for its item. A delivery that arrives at once costs no further write unit: its answer
 * is shortened, or left out, to what the last unit of the item has room for. Of one that failed before, answers are
 * left out beyond 2 KB, the oldest first.
 *
 * @param options.itemBytes size of the item without the history
 * @param options.arrivedAtOnce true for a delivery without a failed attempt
 * @returns `undefined` when there is no history, or no room for it
 */
export function packHistory(
  history: readonly Attempt[] | undefined,
  options: { itemBytes: number; arrivedAtOnce: boolean },
): Uint8Array | undefined {
  if (history === undefined || history.length === 0) return undefined;
  const { itemBytes, arrivedAtOnce } = options;
  const roomBytes = arrivedAtOnce
    ? (WRITE_UNIT_BYTES - (itemBytes % WRITE_UNIT_BYTES)) % WRITE_UNIT_BYTES
    : MAX_HISTORY_BYTES;
  const forms = arrivedAtOnce ? shorterAnswers(history) : fewerAnswers(history);
  for (const form of forms) {
    const bytes = pack(form);
    if (ATTRIBUTE_NAME.length + bytes.length <= roomBytes) return bytes;
  }
  return undefined;
}

/** Yields the history with shorter and shorter answers, and at last without. */
function* shorterAnswers(history: readonly Attempt[]): Generator<readonly Attempt[]> {
  yield history;
  for (let most = MAX_ANSWER_CHARACTERS / 2; most >= MIN_ANSWER_CHARACTERS; most /= 2) {
    yield history.map((one) => shortened(one, Math.floor(most)));
  }
  yield history.map(withoutAnswer);
}

const MIN_ANSWER_CHARACTERS = 60;

function shortened(one: Attempt, most: number): Attempt {
  const characters = [...(one.answer ?? '')];
  if (characters.length <= most) return one;
  return { ...one, answer: characters.slice(0, most).join(''), isAnswerCut: true };
}

/** Yields the history with ever fewer answers, the newest last. */
function* fewerAnswers(history: readonly Attempt[]): Generator<readonly Attempt[]> {
  for (let without = 0; without <= history.length; without++) {
    yield history.map((one, index) => (index < without ? withoutAnswer(one) : one));
  }
}
