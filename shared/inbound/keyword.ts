/** Commands that a whole text can be. */
export type Keyword = 'stop' | 'yes' | 'start' | 'unstop' | 'help';

/** Spellings of each keyword; the reference lists them. **Source:** rules 3.3, E7. */
export const KEYWORD_SPELLINGS: Record<Keyword, string[]> = {
  stop: [
    ...['STOP', 'STOPALL', 'STOP ALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE'],
    ...['OPTOUT', 'OPT OUT', 'OPT-OUT', 'REMOVE'],
  ],
  yes: ['YES', 'Y'],
  start: ['START'],
  unstop: ['UNSTOP'],
  help: ['HELP', 'INFO'],
};

/**
 * Returns the keyword that a whole text is, whatever its case, and whatever characters stand around, between and after
 * the letters (`Stop!`, `OPT-OUT`, `stop all`).
 *
 * @returns `undefined` for any other text
 *
 * **Source:** rules 3.3, E7.
 */
export const readKeyword = (body: string): Keyword | undefined => KEYWORDS.get(lettersOf(body));

const lettersOf = (text: string) =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const KEYWORDS: ReadonlyMap<string, Keyword> = new Map(
  Object.entries(KEYWORD_SPELLINGS).flatMap(([keyword, spellings]) =>
    spellings.map((spelling) => [lettersOf(spelling), keyword as Keyword] as const),
  ),
);
