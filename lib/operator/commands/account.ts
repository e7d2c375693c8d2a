import { listAccounts } from '../../../shared/accounts/account-store';
import { createAccount } from '../../../shared/accounts/create-account';
import { checkGroupSender, checkTestGroup } from '../../../shared/audience/groups/check-group';
import { changesBetween } from '../../../shared/audit/tell-changes';
import { MAX_ACCOUNT_NAME_CHARACTERS } from '../../../shared/limits';
import { changeAccount } from '../../../shared/operations/change-account';
import { closeAccount } from '../../../shared/operations/close-account';
import type { AddVerbs } from '../add-verbs';
import { OperatorError } from '../operator-error';
import { parseName, parseText } from '../option-types';
import type { Report } from '../report';
import { checkAccountName, type NameOptions } from '../same-name';
import { keepChanges } from '../told-changes';
import {
  addVerb,
  noSuchAccount,
  requireAccount,
  requireOpenAccount,
  type Session,
  withAccount,
} from '../verb';
import {
  type AccountTwilioOptions,
  changeTwilio,
  checkTwilio,
  namesTwilio,
  withTwilio,
} from './account-twilio';
import { addAccountDataVerbs } from './account-data';
import { readSettings, withoutCleared, withSettings } from './account-settings';
import { describeAccount, reportAccounts } from './describe-account';
import { addKeywordVerbs } from './keyword';
import { addLinkDomainVerbs } from './link-domain';

export const addAccountVerbs: AddVerbs = (noun, io) => {
  addVerb<NameOptions & { name: string }>(noun, io, {
    name: 'create',
    summary: 'create an account',
    declare: (command) =>
      withSettings(command.requiredOption('--name <name>', 'name of the account', parseAccountName)),
    run: async (session, options) => {
      const { target } = session;
      await checkAccountName(session, options);
      const settings = { ...withoutCleared(readSettings(options)), name: options.name };
      const account = await createAccount(target, settings);
      const changes = changesBetween({}, settings);
      const alsoIn = [{ accountId: account.id, changes }];
      return { ...(await describeAccount(target, account)), changes, alsoIn };
    },
  });
  addVerb<{ account: string }>(noun, io, {
    name: 'show',
    summary: 'show an account with its balances, limits and settings',
    declare: withAccount,
    run: async ({ target }, options) =>
      describeAccount(target, await requireAccount(target, options.account)),
  });
  addVerb<SetOptions>(noun, io, {
    name: 'set',
    summary: 'change an account; what is not named stays, an empty text clears',
    declare: (command) =>
      withTwilio(
        withSettings(withAccount(command).option('--name <name>', 'name of the account', parseAccountName)),
      ),
    check: (options) => {
      if (namesTwilio(options) || Object.keys(readSettings(options)).length > 0) return;
      throw new OperatorError('Nothing to change: name at least one setting, see "account set --help".');
    },
    run: setAccount,
  });
  addVerb<{ account: string }>(noun, io, {
    name: 'close',
    summary: 'close an account for good: it sends nothing any more, its keys open nothing; its data is kept',
    declare: withAccount,
    isAboveAccounts: true,
    confirmation: async ({ target }, options) => {
      const { id, name } = await requireAccount(target, options.account);
      return {
        question: `Close the account ${name} (${id})? Its keys are revoked, its numbers removed, its webhooks disabled.`,
        isYesRequired: true,
      };
    },
    run: async ({ target }, options) => {
      const closed = await closeAccount(target, options.account);
      if (!closed) throw noSuchAccount(options.account);
      return { ...(await describeAccount(target, closed)), alsoIn: [{ accountId: closed.id }] };
    },
  });
  addVerb<object>(noun, io, {
    name: 'list',
    summary: 'list all accounts, oldest first',
    declare: (command) => command,
    run: async ({ target }) => reportAccounts(target, await listAccounts(target.table)),
  });
  addLinkDomainVerbs(noun, io);
  addKeywordVerbs(noun, io);
  addAccountDataVerbs(noun, io);
};

type SetOptions = NameOptions & AccountTwilioOptions & { account: string; name?: string };

async function setAccount(session: Session, options: SetOptions): Promise<Report> {
  const { target } = session;
  const account = await requireOpenAccount(target, options.account);
  checkTwilio(account, options);
  const changes = readSettings(options);
  if (changes.rateLimits) changes.rateLimits = { ...account.rateLimits, ...changes.rateLimits };
  if (changes.defaultNumber) {
    await checkGroupSender(target.table, { accountId: account.id, from: changes.defaultNumber });
  }
  if (changes.testGroup) {
    await checkTestGroup(target.table, { accountId: account.id, groupId: changes.testGroup });
  }
  const { name } = options;
  if (name !== undefined) await checkAccountName(session, { ...options, name, id: account.id });
  const told = keepChanges();
  const { beforeWrite } = told;
  const changed = await changeAccount(target, { accountId: account.id, changes, beforeWrite });
  if (!changed) throw noSuchAccount(account.id);
  const twilio = await changeTwilio(target, changed, options);
  const report = await describeAccount(target, twilio.account);
  return {
    ...report,
    json: { ...(report.json as object), ...twilio.json },
    rows: [...report.rows, ...twilio.rows],
    ...(twilio.note !== undefined && { note: twilio.note }),
    changes: [...(told.changes ?? []), ...twilio.changes],
  };
}

const parseAccountName = (raw: string) => parseText(MAX_ACCOUNT_NAME_CHARACTERS)(parseName(raw));
