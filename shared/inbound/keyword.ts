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

/**
 * Returns true for a text that is a word of refusal of providers and carriers besides those of this service: French, as
 * Canadian carriers require it. End User Messaging opts phones out by them unless it is told otherwise.
 *
 * **Source:** rules 3.3.
 */
export const isWordOfProviders = (body: string): boolean => PROVIDER_WORDS.has(lettersOf(body));

const PROVIDER_WORDS: ReadonlySet<string> = new Set(['ARRET', 'ARRÊT', 'ARRETE', 'ARRÊTE', 'ARRETT', 'TD']);

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
