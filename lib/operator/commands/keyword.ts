import { type Command, Option } from 'commander';
import { changesOfWhole } from '../../../shared/audit/tell-changes';
import {
  type AccountKeyword,
  KEYWORD_OPT_IN_MODES,
  presentKeyword,
  readWord,
} from '../../../shared/inbound/account-keyword';
import {
  type BeforeKeywordWrite,
  deleteKeyword,
  type KeywordInput,
  listKeywords,
  setKeyword,
} from '../../../shared/inbound/change-keywords';
import { MAX_BODY_CHARACTERS, MAX_KEYWORD_CHARACTERS, MAX_KEYWORDS } from '../../../shared/limits';
import type { AddVerbs } from '../add-verbs';
import { parseFrom, parseText } from '../option-types';
import type { Report } from '../report';
import { addVerb, requireAccount, requireOpenAccount, withAccount } from '../verb';

interface WordOptions {
  account: string;
  word: string;
  number?: string;
}

interface SetOptions extends WordOptions {
  group?: string;
  optIn?: KeywordInput['optInMode'];
  reply?: string;
}

/** Adds `account keyword …`: words that phones text to the account. */
export const addKeywordVerbs: AddVerbs = (account, io) => {
  const noun = account
    .command('keyword')
    .description('words that phones text to the account, to join a group or to get a reply')
    .usage('<verb> [options]');
  addVerb<SetOptions>(noun, io, {
    name: 'set',
    summary: `add a keyword, at most ${MAX_KEYWORDS} an account, or replace what it does`,
    declare: (command) =>
      withWord(command)
        .option('--group <id>', 'group that the phone joins')
        .addOption(
          new Option('--opt-in <mode>', 'with --group: ask for a YES, or join at once').choices(
            KEYWORD_OPT_IN_MODES,
          ),
        )
        .option('--reply <text>', 'text that answers the keyword', parseText(MAX_BODY_CHARACTERS)),
    run: async (
      { target },
      { account: accountId, word, number, group: groupId, optIn: optInMode, reply },
    ) => {
      const told = keepKeyword();
      const keyword = await setKeyword(target, {
        account: await requireOpenAccount(target, accountId),
        keyword: { word, number, groupId, optInMode, reply },
        beforeWrite: told.beforeWrite,
      });
      return { ...reportKeywords([keyword]), json: presentKeyword(keyword), changes: told.changes };
    },
  });
  addVerb<{ account: string }>(noun, io, {
    name: 'list',
    summary: 'list the keywords of an account',
    declare: withAccount,
    run: async ({ target }, options) => {
      const { id } = await requireAccount(target, options.account);
      return reportKeywords(await listKeywords(target.table, id));
    },
  });
  addVerb<WordOptions>(noun, io, {
    name: 'delete',
    summary: 'delete a keyword; texts with this word then wait for a person, like any other',
    declare: withWord,
    run: async ({ target }, { account, word, number }) => {
      const { id: accountId } = await requireAccount(target, account);
      const told = keepKeyword();
      const keyword = await deleteKeyword(target, { accountId, word, number, beforeWrite: told.beforeWrite });
      const json = { accountId, word: keyword.word, number };
      return { json, rows: [], note: `${keyword.word} is deleted.`, changes: told.changes };
    },
  });
};

function withWord(command: Command): Command {
  return withAccount(command)
    .requiredOption(
      '--word <word>',
      `1 to ${MAX_KEYWORD_CHARACTERS} letters and digits, in any case, such as JOIN`,
      // The audit log names the word in its one form; a word that cannot be one is refused with the rest.
      (raw: string) => readWord(raw) ?? raw,
    )
    .option(
      '--number <number>',
      'number of the account that is texted, or sender of whose members one is; absent: every one',
      parseFrom,
    );
}

/** Keeps what a change was from and to. It is reported again after a conflict: the last values count. */
function keepKeyword(): { changes?: Report['changes']; beforeWrite: BeforeKeywordWrite } {
  const told: ReturnType<typeof keepKeyword> = {
    changes: [],
    beforeWrite: (before, after) => {
      told.changes = changesOfWhole(before, after);
    },
  };
  return told;
}

const HEAD = ['word', 'number', 'group', 'opt-in', 'reply', 'created at'];

function reportKeywords(keywords: AccountKeyword[]): Report {
  return {
    json: keywords.map(presentKeyword),
    head: HEAD,
    rows: keywords.map(({ word, number, groupId, optInMode, reply, createdAt }) => [
      ...[word, number ?? 'every one', groupId, optInMode, reply, createdAt],
    ]),
    ...(keywords.length === 0 && { note: 'The account has no keywords.' }),
  };
}
