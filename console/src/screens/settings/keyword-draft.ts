import type { SetKeywordRequest } from '../../api/schemas';

/** Content of the form of a keyword; an empty text is nothing. */
export interface KeywordDraft {
  word: string;
  number: string;
  group: string;
  optInMode: 'CONFIRM' | 'DIRECT';
  reply: string;
}

export const EMPTY_KEYWORD: KeywordDraft = {
  word: '',
  number: '',
  group: '',
  optInMode: 'CONFIRM',
  reply: '',
};

/** Returns true when the form has a word, and what it does. */
export const isKeywordComplete = ({ word, group, reply }: KeywordDraft): boolean =>
  word !== '' && (group !== '' || reply.trim() !== '');

/** Converts the form to the body of the request. */
export const bodyOfKeyword = ({
  word,
  number,
  group,
  optInMode,
  reply,
}: KeywordDraft): SetKeywordRequest => ({
  word,
  ...(number !== '' && { number }),
  ...(group !== '' && { group, optInMode }),
  ...(reply.trim() !== '' && { reply }),
});
