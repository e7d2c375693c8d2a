import { type Command, Option } from 'commander';
import type { Account } from '../../../shared/accounts/account';
import { readContactListQuery } from '../../../shared/audience/book/contact-list-query';
import { listContacts } from '../../../shared/audience/book/list-contacts';
import { readSchema } from '../../../shared/audience/custom-fields/custom-field-schema';
import { resolveAddedBy } from '../../../shared/audience/import/resolve-added-by';
import { MAX_PAGE_LIMIT } from '../../../shared/limits';
import { schemaKey } from '../../../shared/platform/store/keys';
import type { OperatorIo } from '../operator-io';
import { parseCount } from '../option-types';
import type { Cell, Report } from '../report';
import type { Target } from '../target';
import { addVerb, requireAccount, withAccount } from '../verb';

interface ListOptions {
  account: string;
  group?: string;
  pendingGroup?: string;
  tag?: string;
  optedOut?: string;
  setAside?: boolean;
  addedByImport?: string;
  search?: string;
  updatedSince?: string;
  limit?: number;
}

type Shown = Awaited<ReturnType<typeof listContacts>>['results'][number];

const DEFAULT_LIMIT = 100;

export function addListVerb(noun: Command, io: OperatorIo): void {
  addVerb<ListOptions>(noun, io, {
    name: 'list',
    summary: 'list contacts, newest first; what is given is combined by AND',
    declare: (command) =>
      withAccount(command)
        .option('--group <id>', 'active members of the group')
        .option('--pending-group <id>', 'those who have yet to confirm the group')
        .option('--tag <id>', 'those who have the tag in a group')
        .addOption(
          new Option('--opted-out <answer>', 'whether they refused all messages').choices(['true', 'false']),
        )
        .option('--set-aside', 'those whose number is set aside')
        .option('--added-by-import <id>', 'those whom the import added, or one of corrected rows of its file')
        .option('--search <text>', 'beginning of a name or e-mail address, or digits of the number')
        .option('--updated-since <time>', 'those of whom anything changed at this time or later')
        .option('--limit <n>', `at most so many (${DEFAULT_LIMIT})`, parseCount),
    run: async ({ target }, options) => {
      const account = await requireAccount(target, options.account);
      return reportContacts(await findContacts(target, account, options));
    },
  });
}

async function findContacts(
  target: Target,
  account: Account,
  options: ListOptions,
): Promise<{ contacts: Shown[]; isCut: boolean }> {
  const { id: accountId } = account;
  const { account: _, limit: most = DEFAULT_LIMIT, ...filter } = options;
  const schema = readSchema(await target.table.get(schemaKey(accountId)));
  const contacts: Shown[] = [];
  let cursor: string | undefined;
  do {
    const limit = String(Math.min(MAX_PAGE_LIMIT, most - contacts.length));
    const asked = { ...filter, setAside: filter.setAside ? 'true' : undefined, limit, cursor };
    const given = Object.entries(asked).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const query = await resolveAddedBy(target, {
      account,
      query: readContactListQuery(Object.fromEntries(given), accountId),
    });
    const page = await listContacts(target, { accountId, schema, query });
    contacts.push(...page.results);
    cursor = page.nextCursor;
  } while (cursor !== undefined && contacts.length < most);
  return { contacts, isCut: cursor !== undefined };
}

function reportContacts({ contacts, isCut }: { contacts: Shown[]; isCut: boolean }): Report {
  return {
    json: contacts,
    head: ['phone number', 'first name', 'last name', 'groups', 'opted out at', 'set aside at', 'created at'],
    rows: contacts.map((contact): Cell[] => [
      contact.phoneNumber,
      contact.firstName,
      contact.lastName,
      contact.groups.map(({ name }) => name).join('\n'),
      contact.optedOutAt,
      contact.setAsideAt,
      contact.createdAt,
    ]),
    ...(contacts.length === 0 && { note: 'No contact matches.' }),
    ...(isCut && { note: 'There are more: --limit shows them.' }),
  };
}
