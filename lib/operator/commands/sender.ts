import type { Command } from 'commander';
import { changesOfWhole } from '../../../shared/audit/tell-changes';
import { MAX_SENDER_MEMBERS, MAX_SENDERS } from '../../../shared/limits';
import { findUseOfSender } from '../../../shared/operations/use-of-sender';
import { memberText, type Sender, type SenderMember } from '../../../shared/senders/sender';
import {
  type BeforeSenderWrite,
  changeSender,
  createSender,
  deleteSender,
  findSender,
  listSenders,
  presentSender,
} from '../../../shared/senders/sender-store';
import type { AddVerbs } from '../add-verbs';
import { OperatorError } from '../operator-error';
import { collectMembers } from '../option-lists';
import type { Report } from '../report';
import type { Target } from '../target';
import { addVerb, requireAccount, requireOpenAccount, withAccount } from '../verb';

interface ContentOptions {
  account: string;
  name?: string;
  member?: SenderMember[];
}

interface SenderOptions {
  account: string;
  sender: string;
}

export const addSenderVerbs: AddVerbs = (noun, io) => {
  addVerb<Required<ContentOptions>>(noun, io, {
    name: 'create',
    summary: `create a sender of 1 to ${MAX_SENDER_MEMBERS} members, at most ${MAX_SENDERS} an account`,
    declare: (command) =>
      withAccount(command)
        .requiredOption('--name <name>', 'name that people recognise')
        .requiredOption('--member <member>', MEMBER_HELP, collectMembers),
    run: async ({ target }, { account, name, member: members }) => {
      const { id: accountId } = await requireOpenAccount(target, account);
      const told = keepSender();
      const content = { name, members };
      const sender = await createSender(target, { accountId, content, beforeWrite: told.beforeWrite });
      return { ...reportSender(sender), changes: told.changes };
    },
  });
  addVerb<{ account: string }>(noun, io, {
    name: 'list',
    summary: 'list the senders of an account, oldest first',
    declare: withAccount,
    run: async ({ target }, options) => {
      const { id } = await requireAccount(target, options.account);
      const senders = await listSenders(target.table, id);
      return {
        json: senders.map(presentSender),
        head: ['sender', 'name', 'members', 'created at'],
        rows: senders.map(({ id: senderId, name, members, createdAt }) => [
          ...[senderId, name, members.map(memberText).join(' '), createdAt],
        ]),
        ...(senders.length === 0 && { note: 'The account has no senders.' }),
      };
    },
  });
  addVerb<SenderOptions>(noun, io, {
    name: 'show',
    summary: 'show a sender with its members',
    declare: withSender,
    run: async ({ target }, options) => reportSender(await requireSender(target, options)),
  });
  addVerb<ContentOptions & SenderOptions>(noun, io, {
    name: 'set',
    summary: 'rename a sender, or replace its members; what is not named stays',
    declare: (command) =>
      withSender(command)
        .option('--name <name>', 'name that people recognise')
        .option('--member <member>', `${MEMBER_HELP}; all that it is to have`, collectMembers),
    check: ({ name, member }) => {
      if (name !== undefined || member !== undefined) return;
      throw new OperatorError('Nothing to change: give --name or --member.');
    },
    run: async ({ target }, { account, sender: senderId, name, member: members }) => {
      const { id: accountId } = await requireOpenAccount(target, account);
      const told = keepSender();
      const sender = await changeSender(target, {
        ...{ accountId, senderId, beforeWrite: told.beforeWrite },
        changes: { ...(name !== undefined && { name }), ...(members && { members }) },
      });
      return { ...reportSender(sender), changes: told.changes };
    },
  });
  addVerb<SenderOptions>(noun, io, {
    name: 'delete',
    summary: 'delete a sender; its numbers stay, and accepted texts still leave from them',
    declare: withSender,
    confirmation: async ({ target }, options) => {
      const { name } = await requireUnused(target, options);
      return { question: `Delete the sender ${name} (${options.sender})?`, isYesRequired: true };
    },
    run: async ({ target }, options) => {
      const { id: senderId, accountId } = await requireUnused(target, options);
      const told = keepSender();
      await deleteSender(target, { accountId, senderId, beforeWrite: told.beforeWrite });
      const json = { id: senderId, accountId };
      return { json, rows: [], note: `${senderId} is deleted.`, changes: told.changes };
    },
  });
};

const MEMBER_HELP =
  'number of the account, pool:NAME or id:NAME, with or without countries as in +12065550100=US,CA; may be repeated';

function withSender(command: Command): Command {
  return withAccount(command).requiredOption('--sender <id>', 'sender, as "sender list" shows it');
}

/** Keeps what a change was from and to. It is reported again after a conflict: the last values count. */
function keepSender(): { changes?: Report['changes']; beforeWrite: BeforeSenderWrite } {
  const told: ReturnType<typeof keepSender> = {
    changes: [],
    beforeWrite: (before, after) => {
      told.changes = changesOfWhole(before, after);
    },
  };
  return told;
}

/** @throws OperatorError when the account has no such sender */
async function requireSender(target: Target, { account, sender: senderId }: SenderOptions): Promise<Sender> {
  const { id: accountId } = await requireAccount(target, account);
  const sender = await findSender(target.table, { accountId, senderId });
  if (!sender) throw new OperatorError(`The account has no sender ${senderId}.`);
  return sender;
}

/** @throws OperatorError when the account has no such sender, or groups, keywords or campaigns of it use the sender */
async function requireUnused(target: Target, options: SenderOptions): Promise<Sender> {
  const sender = await requireSender(target, options);
  const users = await findUseOfSender(target.table, { accountId: sender.accountId, senderId: sender.id });
  if (users.length === 0) return sender;
  throw new OperatorError(
    `${sender.id} is used by ${users.join(', ')}: name another sender there first, or end the campaigns.`,
  );
}

function reportSender(sender: Sender): Report {
  const { id, accountId, name, members, createdAt, updatedAt } = sender;
  return {
    json: presentSender(sender),
    rows: [
      ['sender', id],
      ['account', accountId],
      ['name', name],
      ...members.map((member) => ['member', memberText(member)]),
      ['created at', createdAt],
      ['changed at', updatedAt],
    ],
  };
}
