import { type Command, Option } from 'commander';
import { createGroup } from '../../../shared/audience/groups/create-group';
import { findGroupToDelete } from '../../../shared/audience/consent/delete-group';
import { deleteGroupPart } from '../../../shared/operations/delete-group-in-parts';
import type { Group, OptInType } from '../../../shared/audience/groups/group';
import { addTag, removeTag } from '../../../shared/audience/groups/group-tags';
import { listAllGroups } from '../../../shared/audience/groups/list-groups';
import { type GroupChanges, updateGroup } from '../../../shared/audience/groups/update-group';
import { OperatorError } from '../operator-error';
import { collect, LIST_HELP } from '../option-lists';
import { orEmpty, parseFrom, parseName } from '../option-types';
import type { AddVerbs } from '../add-verbs';
import type { Cell, Report } from '../report';
import { checkGroupName, FORCE_OPTION, type NameOptions } from '../same-name';
import type { Target } from '../target';
import { keepChanges } from '../told-changes';
import { addVerb, requireAccount, requireOpenAccount, type Session, withAccount } from '../verb';

interface Texts {
  optInMessage?: string;
  confirmationMessage?: string;
  from?: string;
}

interface CreateOptions extends Texts, NameOptions {
  account: string;
  name: string;
  optInType: OptInType;
  default?: true;
  tag?: string[];
}

interface SetOptions extends Texts, NameOptions {
  account: string;
  group: string;
  name?: string;
  default?: boolean;
}

interface TagOptions {
  account: string;
  group: string;
  add?: string[];
  remove?: string[];
}

const OPT_IN_TYPES: OptInType[] = ['SINGLE', 'DOUBLE'];

export const addGroupVerbs: AddVerbs = (noun, io) => {
  addVerb<CreateOptions>(noun, io, {
    name: 'create',
    summary: 'create a group that contacts can opt in to',
    declare: (command) =>
      withTexts(withAccount(command))
        .requiredOption('--name <name>', 'name of the group', parseName)
        .addOption(
          new Option('--opt-in-type <type>', 'explicit consent, or confirmation by text')
            .choices(OPT_IN_TYPES)
            .makeOptionMandatory(),
        )
        .option(...FORCE_OPTION)
        .option('--tag <name>', `tags of the group: ${LIST_HELP}`, collect(parseName)),
    run: async (session, options) => {
      const { target } = session;
      const account = await requireOpenAccount(target, options.account);
      await checkGroupName(session, { ...options, accountId: account.id });
      const group = await createGroup(target, {
        accountId: account.id,
        name: options.name,
        optInType: options.optInType,
        isDefault: options.default,
        optInMessage: options.optInMessage,
        confirmationMessage: options.confirmationMessage,
        from: options.from === '' ? undefined : options.from,
        tags: options.tag,
      });
      return reportGroup(group);
    },
  });
  addVerb<{ account: string }>(noun, io, {
    name: 'list',
    summary: 'list the groups of an account, newest first',
    declare: withAccount,
    run: async ({ target }, options) => {
      const account = await requireAccount(target, options.account);
      return reportGroups(await listAllGroups(target.table, account.id));
    },
  });
  addVerb<SetOptions>(noun, io, {
    name: 'set',
    summary: 'change a group; what is not named stays, an empty text clears',
    declare: (command) =>
      withTexts(withGroup(command))
        .option('--no-default', 'make it a group like any other')
        .option('--name <name>', 'name of the group', parseName)
        .option(...FORCE_OPTION),
    check: (options) => {
      if (Object.values(readChanges(options)).some((value) => value !== undefined)) return;
      throw new OperatorError('Nothing to change: name at least one setting, see "group set --help".');
    },
    run: (session, options) => setGroup(session, options),
  });
  addVerb<{ account: string; group: string }>(noun, io, {
    name: 'delete',
    summary: 'delete a group; its members leave it, and each is told to webhooks as one who was removed',
    declare: withGroup,
    confirmation: async ({ target }, options) => {
      const { name, contactCount } = await requireGroupToDelete(target, options);
      return {
        question: `Delete the group ${name} (${options.group}) and take its contacts (${contactCount}) out of it?`,
        isYesRequired: true,
      };
    },
    run: (session, options) => removeGroup(session, options),
  });
  addVerb<TagOptions>(noun, io, {
    name: 'tag',
    summary: 'add tags to a group, or remove them from it and from its members',
    declare: (command) =>
      withGroup(command)
        .option('--add <name>', `tags to add: ${LIST_HELP}`, collect(parseName))
        .option('--remove <name>', `tags to remove: ${LIST_HELP}`, collect(parseName)),
    check: ({ add, remove }) => {
      if (!add && !remove) throw new OperatorError('Nothing to change: give --add or --remove.');
    },
    run: ({ target }, options) => tagGroup(target, options),
  });
};

function withGroup(command: Command): Command {
  return withAccount(command).requiredOption('--group <id>', 'group, as "group list" shows it');
}

function withTexts(command: Command): Command {
  return command
    .option('--default', "make it the account's default group")
    .option('--opt-in-message <text>', 'text to contacts who are opted in (DIRECT); none without it')
    .option('--confirmation-message <text>', 'text that asks contacts to confirm (CONFIRM)')
    .option(
      '--from <number or sender>',
      "sender of both; else the account's default number",
      orEmpty(parseFrom),
    );
}

async function setGroup(session: Session, options: SetOptions): Promise<Report> {
  const { target } = session;
  const account = await requireOpenAccount(target, options.account);
  const { name, group: id } = options;
  if (name !== undefined) await checkGroupName(session, { ...options, accountId: account.id, name, id });
  const told = keepChanges();
  const group = await updateGroup(target, {
    ...{ accountId: account.id, groupId: id, changes: readChanges(options) },
    beforeWrite: told.beforeWrite,
  });
  return { ...reportGroup(group), changes: told.changes };
}

const readChanges = (options: SetOptions): GroupChanges => ({
  name: options.name,
  isDefault: options.default,
  optInMessage: options.optInMessage,
  confirmationMessage: options.confirmationMessage,
  from: options.from,
});

async function removeGroup(
  { target, io }: Session,
  options: { account: string; group: string },
): Promise<Report> {
  const { id, name } = await requireGroupToDelete(target, options);
  const accountId = options.account;
  const progress =
    io.terminal && ((left: number) => void io.terminal?.write(`\rContacts that left it: ${left}`));
  const deleted = await deleteGroupPart(target, {
    ...{ accountId, groupId: id, worksForMs: Infinity },
    onProgress: progress,
  });
  io.terminal?.write('\r\u001b[K');
  const left = deleted?.left ?? 0;
  return {
    json: { id, accountId, name, contactsRemoved: left },
    rows: [],
    note: `The group ${name} is deleted. Contacts that left it: ${left}.`,
  };
}

/** @throws OperatorError when the account has no such group */
async function requireGroupToDelete(
  target: Target,
  options: { account: string; group: string },
): Promise<Group> {
  const { id: accountId } = await requireAccount(target, options.account);
  const group = await findGroupToDelete(target.table, { accountId, groupId: options.group });
  if (!group) throw new OperatorError(`The account has no group ${options.group}.`);
  return group;
}

async function tagGroup(target: Target, options: TagOptions): Promise<Report> {
  const { add = [], remove = [], group: groupId } = options;
  const account = await requireAccount(target, options.account);
  const accountId = account.id;
  let group: Group | undefined;
  for (const name of add) group = await addTag(target, { accountId, groupId, name });
  for (const name of remove) group = await removeTag(target, { accountId, groupId, name });
  if (!group) throw new OperatorError('Nothing to change: give --add or --remove.');
  return reportGroup(group);
}

function reportGroup(group: Group): Report {
  const rows: Cell[][] = [
    ['id', group.id],
    ['name', group.name],
    ['opt-in type', group.optInType],
    ['default', group.isDefault],
    ['contacts', group.contactCount],
    ['tags', describeTags(group)],
    ['opt-in message', group.optInMessage],
    ['confirmation message', group.confirmationMessage],
    ['from', group.from],
    ['created at', group.createdAt],
  ];
  return { json: group, rows };
}

function reportGroups(groups: Group[]): Report {
  return {
    json: groups,
    head: ['id', 'name', 'opt-in type', 'default', 'contacts', 'tags', 'created at'],
    rows: groups.map((group) => [
      group.id,
      group.name,
      group.optInType,
      group.isDefault,
      group.contactCount,
      describeTags(group),
      group.createdAt,
    ]),
    ...(groups.length === 0 && { note: 'The account has no groups.' }),
  };
}

const describeTags = ({ tags }: Group) => tags.map(({ name }) => name).join('\n');
