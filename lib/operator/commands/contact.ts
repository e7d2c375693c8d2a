import { readByName } from '../../../shared/platform/store/read-by-name';
import { type Command, Option } from 'commander';
import { type ConsentLogEntry, membershipLog } from '../../../shared/audience/consent/consent-log';
import { optInContact, optOutContact } from '../../../shared/audience/consent/opt-out-contact';
import { type Contact, type OptOutSource, readContact } from '../../../shared/audience/contacts/contact';
import {
  CONTACT_FIELD_NAMES,
  CONTACT_FIELDS,
  type ContactFieldName,
} from '../../../shared/audience/contacts/contact-fields';
import { keysOfContact } from '../../../shared/audience/contacts/contact-items';
import { putBackContact } from '../../../shared/audience/contacts/put-back-contact';
import { presentContactWithGroups } from '../../../shared/audience/groups/present-contact-with-groups';
import { readSchema } from '../../../shared/audience/custom-fields/custom-field-schema';
import { tagMembership } from '../../../shared/audience/groups/group-tags';
import type { E164 } from '../../../shared/phone-numbers/e164';
import { presentErasure } from '../../../shared/erasure/erasure';
import { findErasure } from '../../../shared/erasure/find-erasure';
import { requestErasure } from '../../../shared/erasure/request-erasure';
import { OperatorError } from '../operator-error';
import { parseName, parsePhone } from '../option-types';
import type { AddVerbs } from '../add-verbs';
import type { Cell, Report } from '../report';
import type { Target } from '../target';
import { addVerb, requireAccount, withAccount } from '../verb';
import { addExportVerb } from './contact-export';
import { addImportVerb } from './contact-import';
import { addListVerb } from './contact-list';
import { addReviewVerbs } from './contact-review';

interface ContactOptions {
  account: string;
  phone: E164;
}

type Shown = Awaited<ReturnType<typeof presentContactWithGroups>>;

const OPT_OUT_SOURCES: OptOutSource[] = ['kiosk', 'carrier', 'stop'];

export const addContactVerbs: AddVerbs = (noun, io) => {
  addVerb<ContactOptions>(noun, io, {
    name: 'show',
    summary: 'show a contact with its groups, and whether it has opted out',
    declare: withContact,
    run: async ({ target }, options) => {
      await requireAccount(target, options.account);
      return reportContact(target, options);
    },
  });
  addVerb<ContactOptions>(noun, io, {
    name: 'log',
    summary: 'show the consent and membership log of a phone number, oldest first',
    declare: withContact,
    run: async ({ target }, { account: accountId, phone }) => {
      const account = await requireAccount(target, accountId);
      return reportLog(await membershipLog(target.table, { accountId: account.id, phoneNumber: phone }));
    },
  });
  addVerb<ContactOptions & { group: string; tag: string }>(noun, io, {
    name: 'tag',
    summary: "put a group's tag on a member of it",
    declare: (command) =>
      withContact(command)
        .requiredOption('--group <id>', 'group, as "group list" shows it')
        .requiredOption('--tag <name>', 'one of the tags of the group', parseName),
    run: async ({ target }, options) => {
      const { account: accountId, phone: phoneNumber, group: groupId, tag: tagName } = options;
      await requireAccount(target, accountId);
      await tagMembership(target, { accountId, phoneNumber, groupId, tagName });
      return reportContact(target, options);
    },
  });
  addVerb<ContactOptions & { source: OptOutSource; evidence?: string }>(noun, io, {
    name: 'opt-out',
    summary: 'record that the person refused all messages: a hard opt-out from every group',
    declare: (command) => withStatement(withContact(command), OPT_OUT_SOURCES),
    run: async ({ target }, options) => {
      const { account: accountId, phone: phoneNumber, source, evidence } = options;
      await requireAccount(target, accountId);
      await optOutContact(target, { accountId, phoneNumber, source, evidence });
      return reportContact(target, options);
    },
  });
  addVerb<ContactOptions & { source: 'form'; evidence?: string }>(noun, io, {
    name: 'opt-in',
    summary: 'record that the person opted in again by a form: lifts a hard opt-out, joins no group',
    declare: (command) => withStatement(withContact(command), ['form']),
    run: async ({ target }, options) => {
      const { account: accountId, phone: phoneNumber, evidence } = options;
      await requireAccount(target, accountId);
      await optInContact(target, { accountId, phoneNumber, evidence });
      return reportContact(target, options);
    },
  });
  addVerb<ContactOptions>(noun, io, {
    name: 'put-back',
    summary: 'put a number back that is set aside: jobs and campaigns take it again',
    declare: withContact,
    run: async ({ target }, options) => {
      const { account: accountId, phone: phoneNumber } = options;
      await requireAccount(target, accountId);
      const items = await readByName(target.table, keysOfContact(accountId, phoneNumber));
      await putBackContact(target, { accountId, phoneNumber, items });
      return reportContact(target, options);
    },
  });
  addVerb<ContactOptions>(noun, io, {
    name: 'erase',
    summary:
      'erase the person at a phone number from everything that is stored; a hard opt-out stays, as a hash',
    declare: withContact,
    confirmation: (_session, { phone }) => ({
      question: `Erase ${phone} with every message, text and log entry?`,
      isYesRequired: true,
    }),
    run: async ({ target }, { account: accountId, phone: phoneNumber }) => {
      await requireAccount(target, accountId);
      const erasure = presentErasure(await requestErasure(target, { accountId, phoneNumber }));
      return {
        json: erasure,
        rows: Object.entries(erasure),
        note: 'It goes on by itself: see "contact erasure".',
      };
    },
  });
  addVerb<{ account: string; erasure: string }>(noun, io, {
    name: 'erasure',
    summary: 'show whether an erasure has ended',
    declare: (command) =>
      withAccount(command).requiredOption('--erasure <id>', 'as "contact erase" or the API has told it'),
    run: async ({ target }, { account: accountId, erasure: erasureId }) => {
      await requireAccount(target, accountId);
      const erasure = presentErasure(await findErasure(target.table, { accountId, erasureId }));
      return { json: erasure, rows: Object.entries(erasure) };
    },
  });
  addListVerb(noun, io);
  addImportVerb(noun, io);
  addExportVerb(noun, io);
  addReviewVerbs(noun, io);
};

function withContact(command: Command): Command {
  return withAccount(command).requiredOption(
    '--phone <number>',
    'phone number of the contact, E.164',
    parsePhone,
  );
}

function withStatement(command: Command, sources: string[]): Command {
  return command
    .addOption(new Option('--source <source>', 'how it was said').choices(sources).makeOptionMandatory())
    .option('--evidence <text>', 'what proves it: a ticket, a record of the form; kept in the log');
}

/** @throws OperatorError when nothing is known about the number */
async function reportContact(target: Target, options: ContactOptions): Promise<Report> {
  const { account: accountId, phone } = options;
  const items = await readByName(target.table, keysOfContact(accountId, phone));
  if (!items.contact) throw new OperatorError(`The account has no contact ${phone}.`);
  const contact = readContact(items.contact);
  const { hardOptOut, likelyOptOut } = contact;
  const shown = await presentContactWithGroups(target.table, { contact, schema: readSchema(items.schema) });
  return { json: { ...shown, hardOptOut, likelyOptOut }, rows: contactRows(contact, shown) };
}

const describeNoContact = ({ mergedInto }: Contact) =>
  mergedInto ? `none: merged into ${mergedInto.contactId}` : 'none: only the opt-out is remembered';

function contactRows(contact: Contact, shown: Shown): Cell[][] {
  const { hardOptOut, likelyOptOut } = contact;
  return [
    ['id', contact.id ?? describeNoContact(contact)],
    ['phone number', contact.phoneNumber],
    ...CONTACT_FIELD_NAMES.map((name): Cell[] => [CONTACT_FIELDS[name].label, fieldCell(name, shown[name])]),
    ['time zone', contact.tz],
    ['groups', lines(shown.groups, describeMembership)],
    [
      'pending',
      lines(shown.pendingGroups, ({ id, name, pendingSince }) => `${name} (${id}) since ${pendingSince}`),
    ],
    ['hard opt-out', hardOptOut && `${hardOptOut.source} at ${hardOptOut.at}`],
    [
      'likely opt-out',
      likelyOptOut && `text ${likelyOptOut.messageId} of ${likelyOptOut.at}: decide by "contact review"`,
    ],
    [
      'set aside',
      contact.setAsideAt &&
        `since ${contact.setAsideAt} (${contact.setAsideReason}): "contact put-back" ends it`,
    ],
    ['looked up', contact.lookedUp && `${contact.lookedUp.lineType} on ${contact.lookedUp.at}`],
    ['created at', contact.createdAt],
  ];
}

/** Writes a value as a cell: an address on one line, custom fields on one line each. */
function fieldCell<Name extends ContactFieldName>(name: Name, value: Shown[Name]): Cell {
  if (typeof value !== 'object') return value;
  if (name === 'address') return Object.values(value).join(', ');
  return lines(Object.entries(value), ([label, part]) => `${label}: ${String(part)}`);
}

function describeMembership({ id, name, optInAt, tags }: Shown['groups'][number]): string {
  const tagNames = tags.map((tag) => ` #${tag.name}`).join('');
  return `${name} (${id}) since ${optInAt}${tagNames}`;
}

const lines = <T>(values: T[], describe: (value: T) => string) => values.map(describe).join('\n');

function reportLog(entries: ConsentLogEntry[]): Report {
  return {
    json: entries,
    head: ['at', 'action', 'reason', 'actor', 'group', 'mode', 'evidence'],
    rows: entries.map((entry) => [
      entry.at,
      entry.action,
      entry.reason,
      entry.actor,
      entry.groupName ?? entry.groupId,
      entry.optInMode,
      entry.evidence,
    ]),
    ...(entries.length === 0 && { note: 'Nothing is logged for this number.' }),
  };
}
