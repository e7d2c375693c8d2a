import { EN } from './words/en';
import { ES } from './words/es';
import type { Words } from './words/words';

/** Words of the pages by language, ISO 639-1. Another language is another file of words, and its line here. */
const WORDS = { en: EN, es: ES } as const satisfies Readonly<Record<string, Words>>;
export type Language = keyof typeof WORDS;
export const LANGUAGES = Object.keys(WORDS) as Language[];

export const wordsOf = (language: Language): Words => WORDS[language];

/** Replaces `{name}` in words. */
export const fill = (words: string, values: Readonly<Record<string, string>>): string =>
  words.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);

/** Ends a text of the account as a sentence. */
export const asSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);
