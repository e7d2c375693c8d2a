import type { SavedReply } from '../api/schemas';

/** Most replies that are offered while one is searched for. */
const MOST_OFFERED = 8;
/** Text of an answer that searches for a saved reply: a slash, then words of its title. */
const SEARCH = /^\/([^\n]{0,60})$/;

/** Returns the words by which an answer that is typed searches for a saved reply; `undefined` when it does not. */
export const searchOf = (body: string): string | undefined => SEARCH.exec(body)?.[1];

/** Returns the replies with all searched words in their titles; those whose title begins with the search come first. */
export function matchReplies(replies: readonly SavedReply[], search: string): SavedReply[] {
  const wanted = plain(search);
  const words = wanted.split(/\s+/).filter((word) => word !== '');
  const found = replies.filter(({ title }) => words.every((word) => plain(title).includes(word)));
  const begins = ({ title }: SavedReply) => plain(title).startsWith(wanted);
  return [...found.filter(begins), ...found.filter((one) => !begins(one))].slice(0, MOST_OFFERED);
}

/** Returns an answer with a saved reply at its end, in the place of a search. */
export function insertReply(body: string, text: string): string {
  if (body.trim() === '' || searchOf(body) !== undefined) return text;
  return /\s$/.test(body) ? body + text : `${body} ${text}`;
}

/** Returns true when a text has placeholders for values of the contact. */
export const hasMergeTags = (text: string): boolean => /\{\{[^{}]+\}\}/.test(text);

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
