import { array, type InferOutput, number, object, optional, picklist, string } from 'valibot';
import { MAX_KEYWORD_CHARACTERS } from '../limits';
import { defineItem, type ValueOf } from '../platform/store/define-item';
import { accountKeywordsKey } from '../platform/store/keys';
import type { Table } from '../platform/store/table';

/** Opt-in modes of a keyword: no text tells the contact of a `SILENT` one. */
export const KEYWORD_OPT_IN_MODES = ['CONFIRM', 'DIRECT'] as const;

/** Word of an account, and what a text does that is exactly this word. **Source:** rules 3.3. */
const KEYWORD = object({
  /** As `readWord` returns it. */
  word: string(),
  /** Number of the account that is texted; absent: every number. */
  number: optional(string()),
  /** Group that the phone joins. */
  groupId: optional(string()),
  optInMode: optional(picklist(KEYWORD_OPT_IN_MODES)),
  reply: optional(string()),
  createdAt: string(),
});
export type AccountKeyword = InferOutput<typeof KEYWORD>;

/** Keywords of an account, all in one item, so that their number has an exact bound. */
export const accountKeywordsItem = defineItem({
  entity: 'keywords',
  key: accountKeywordsKey,
  value: object({ keywords: array(KEYWORD), version: number() }),
});
type AccountKeywords = ValueOf<typeof accountKeywordsItem>;

const NO_KEYWORDS: AccountKeywords = { keywords: [], version: 0 };

export async function findAccountKeywords(table: Table, accountId: string): Promise<AccountKeywords> {
  return accountKeywordsItem.readIfAny(await table.get(accountKeywordsKey(accountId))) ?? NO_KEYWORDS;
}

const WORD = new RegExp(`^[\\p{L}\\p{N}]{1,${MAX_KEYWORD_CHARACTERS}}$`, 'u');

/**
 * Returns the form in which words are stored and compared: case and spaces around do not count.
 *
 * @returns `undefined` for a text that no keyword can be
 */
export function readWord(text: string): string | undefined {
  const word = text.trim().normalize('NFKC').toUpperCase();
  return WORD.test(word) ? word : undefined;
}

/** Finds the keyword that a text to a number is. One for this number comes before one for every number. */
export function matchKeyword(
  keywords: readonly AccountKeyword[],
  { body, number: texted }: { body: string; number: string },
): AccountKeyword | undefined {
  const word = readWord(body);
  if (word === undefined) return undefined;
  const same = keywords.filter((keyword) => keyword.word === word);
  return (
    same.find((keyword) => keyword.number === texted) ?? same.find((keyword) => keyword.number === undefined)
  );
}

/** Returns a keyword for an answer: the group by its id, as in requests. */
export function presentKeyword({
  word,
  number: texted,
  groupId: group,
  optInMode,
  reply,
  createdAt,
}: AccountKeyword) {
  return { word, number: texted, group, optInMode, reply, createdAt };
}
