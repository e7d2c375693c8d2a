/** What a whole text can mean to the service. */
export type Keyword = 'stop' | 'yes' | 'start' | 'unstop' | 'help';

const KEYWORDS = new Map<string, Keyword>([
  ...['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT', 'REMOVE'].map(
    (word) => [word, 'stop'] as const,
  ),
  ['YES', 'yes'],
  ['Y', 'yes'],
  ['START', 'start'],
  ['UNSTOP', 'unstop'],
  ['HELP', 'help'],
  ['INFO', 'help'],
]);

/**
 * The keyword that a text is: the whole text, whatever its case, and whatever stands around, between and behind the
 * letters (`Stop!`, `OPT-OUT`, `stop all`).
 *
 * @returns `undefined` for any other text
 *
 * **Source:** contract 3.3; design, words of refusal and consent.
 */
export function readKeyword(body: string): Keyword | undefined {
  return KEYWORDS.get(
    body
      .normalize('NFKC')
      .toUpperCase()
      .replace(/[^\p{L}\p{N}]/gu, ''),
  );
}
