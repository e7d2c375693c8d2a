import { accountKeywordsItem, KEYWORD_OPT_IN_MODES } from '../../shared/inbound/account-keyword';
import { MAX_BODY_CHARACTERS } from '../../shared/limits';
import { declare } from './declare';
import { GROUP_ID, oneOf, record, resultsOf, SENDER, TEXT, textOf, TIME } from './schemas';

const MODE = oneOf(KEYWORD_OPT_IN_MODES);
const KEYWORD = record(
  { word: TEXT, createdAt: TIME },
  { number: SENDER, group: GROUP_ID, optInMode: MODE, reply: TEXT },
);
const EXAMPLE = {
  word: 'JOIN',
  group: 'grp_01KJMNEX00Y7R3C5T9W2B6D8FG',
  optInMode: 'CONFIRM',
  createdAt: '2026-03-01T12:00:00.000Z',
};

export const listKeywords = declare({
  operationId: 'listKeywords',
  method: 'GET',
  path: 'keywords',
  scope: 'contacts:read',
  summary: 'List the keywords of the account',
  access: { read: ['account'] },
  answer: { name: 'Keywords', schema: resultsOf(KEYWORD), example: { results: [EXAMPLE] } },
});

export const setKeyword = declare({
  operationId: 'setKeyword',
  method: 'POST',
  path: 'keywords',
  scope: 'account:admin',
  summary: 'Set a keyword, or replace what it does',
  description:
    'A phone that texts exactly the word joins `group`, asked (`CONFIRM`) or at once (`DIRECT`), and gets `reply`. Without ' +
    '`number` it holds for all numbers of the account. STOP, HELP, YES, START and what is likely an opt-out cannot be taken: 33100.',
  access: {
    read: ['account'],
    putOnly: { account: accountKeywordsItem.attributes },
    check: ['account'],
  },
  request: {
    schema: record(
      { word: textOf(200) },
      { number: textOf(100), group: textOf(100), optInMode: MODE, reply: textOf(MAX_BODY_CHARACTERS) },
    ),
    example: { word: 'Join', group: EXAMPLE.group, optInMode: 'CONFIRM' },
  },
  answer: { name: 'Keyword', schema: KEYWORD, example: EXAMPLE },
  errors: [33004, 33031, 33034],
});

export const deleteKeyword = declare({
  operationId: 'deleteKeyword',
  method: 'DELETE',
  path: 'keywords',
  bucket: 'stop',
  scope: 'account:admin',
  summary: 'Delete a keyword',
  access: {
    read: ['account'],
    putOnly: { account: accountKeywordsItem.attributes },
    check: ['account'],
  },
  query: [
    { name: 'word', description: 'In any case, such as `JOIN`.', schema: TEXT },
    {
      name: 'number',
      description: 'The number that the keyword is for. Absent: it is for all numbers.',
      schema: TEXT,
    },
  ],
  errors: [33100, 33110],
});

export const KEYWORD_ROUTES = [listKeywords, setKeyword, deleteKeyword];
