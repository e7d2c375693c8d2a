import { type Command, Option } from 'commander';
import { createGroup } from '../../../shared/groups/create-group';
import type { Group, OptInType } from '../../../shared/groups/group';
import { listAllGroups } from '../../../shared/groups/list-groups';
import { collect, parseName, parseSenderNumber } from '../option-types';
import type { AddVerbs } from '../program';
import type { Cell, Report } from '../report';
import { addVerb, requireAccount, withAccount } from '../verb';

interface CreateOptions {
  account: string;
  name: string;
  optInType: OptInType;
  default?: true;
  optInMessage?: string;
  confirmationMessage?: string;
  from?: string;
  tag?: string[];
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
        .option('--tag <name>', 'tag of the group; may be repeated', collect(parseName)),
    run: async ({ target }, options) => {
      const account = await requireAccount(target, options.account);
      const group = await createGroup(target, {
        accountId: account.id,
        name: options.name,
        optInType: options.optInType,
        isDefault: options.default,
        optInMessage: options.optInMessage,
        confirmationMessage: options.confirmationMessage,
        from: options.from,
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
};

function withTexts(command: Command): Command {
  return command
    .option('--default', "make it the account's default group")
    .option('--opt-in-message <text>', 'text to contacts who are opted in (DIRECT); none without it')
    .option('--confirmation-message <text>', 'text that asks contacts to confirm (CONFIRM)')
    .option('--from <number>', "sender of both; else the account's default number", parseSenderNumber);
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
