import type { Contact } from '../../../shared/audience/contacts/contact';
import { readContact } from '../../../shared/audience/contacts/contact';
import { type ContactImport, importItem } from '../../../shared/audience/import/import-item';
import { MAX_REJECTED_SAMPLE } from '../../../shared/limits';
import { rejectedFileKey } from '../../../shared/platform/files/file-keys';
import type { Evidence } from './books';
import { logOf } from './consent-books';
import type { HandOvers } from './hand-over-books';
import type { PlannedFile } from './planned-file';
import { TAG_OF_GROUPS } from './seeded-account';
import type { PlannedImport } from './transfer-traffic';

interface BookedImport {
  planned: PlannedImport;
  found: ContactImport;
  /** Numbers of the rows in the file of rejected rows. */
  rejectedRows: number[];
}

/** Finds violations of imports: their ends and counts, the contacts that they created, opt-outs, texts. */
export function findWrongImports(evidence: Evidence, { messages }: HandOvers): string[] {
  const wrong: string[] = [];
  const booked: BookedImport[] = [];
  for (const planned of evidence.traffic.imports) {
    const item = evidence.items.find(({ sk }) => sk === planned.id);
    if (!item) wrong.push(`${planned.id} was answered and is gone`);
    else {
      const found = importItem.read(item);
      booked.push({ planned, found, rejectedRows: rejectedRowsOf(evidence, found) });
    }
  }
  wrong.push(...booked.flatMap(findWrongEnd));
  for (const file of new Set(booked.map(({ planned }) => planned.file))) {
    const ofFile = booked.filter(({ planned }) => planned.file === file);
    wrong.push(...findWrongContacts(evidence, file, ofFile));
    for (const phone of file.own) {
      const texts = messages.filter(({ to, purpose }) => to === phone && purpose === 'optInMessage').length;
      const welcomes = ofFile.some(isTexting) ? 1 : 0;
      if (texts > welcomes) wrong.push(`${phone} was welcomed ${texts} times`);
    }
  }
  return [...wrong, ...findForgottenOptOuts(evidence, booked)];
}

const isTexting = ({ found }: BookedImport) => found.groupId !== undefined && found.optInMode === 'DIRECT';

/** Checks that every row has one end, and that the report has it. */
function findWrongEnd({ planned: { file, answers }, found, rejectedRows }: BookedImport): string[] {
  const { id, status, rows, created, updated, unchanged, skipped, rejected, duplicates, groupId } = found;
  const wrong: string[] = [];
  const isStarted = answers.some((answer) => answer.status === 202);
  if (status === 'running') wrong.push(`${id} runs for ever`);
  if (status === 'failed') wrong.push(`${id} failed: ${found.errorMessage}`);
  if (status === 'awaitingUpload' && isStarted) wrong.push(`${id} was started and waits for its file`);
  if (created + updated + unchanged + skipped + rejected !== rows) wrong.push(`${id} does not add up`);
  if (status !== 'completed') return wrong;
  if (rows !== file.rows.length) wrong.push(`${id} counts ${rows} of ${file.rows.length} rows`);
  if (duplicates !== file.duplicates)
    wrong.push(`${id} counts ${duplicates} of ${file.duplicates} duplicates`);
  const told = new Set(rejectedRows);
  if (rejectedRows.length !== rejected || told.size !== rejected)
    wrong.push(`${id} tells ${told.size} of ${rejected} rejected rows in ${rejectedRows.length} lines`);
  const sample = (found.rejectedSample ?? []).map(({ row }) => row);
  // An erasure removes the sample and the file.
  if (found.hasRejectedFile && String(sample) !== String(rejectedRows.slice(0, MAX_REJECTED_SAMPLE)))
    wrong.push(
      `${id} tells of rows ${String(sample)} and has ${String(rejectedRows)} in its file of rejects`,
    );
  for (const { row, isBad } of file.rows) {
    if (isBad && !told.has(row)) wrong.push(`${id} does not reject row ${row}`);
    // In an import into a group, rows are also rejected for an opt-out or the daily quota.
    if (!isBad && told.has(row) && groupId === undefined) wrong.push(`${id} rejects row ${row}`);
  }
  return wrong;
}

/** Reads the numbers of rejected rows from their file, where they are the fifth cell of a line. */
function rejectedRowsOf({ world }: Evidence, { id, accountId, hasRejectedFile }: ContactImport): number[] {
  if (!hasRejectedFile) return [];
  const text = world.files.contents.get(rejectedFileKey({ accountId, importId: id }))?.toString() ?? '';
  return text
    .trimEnd()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => Number(line.split(',')[4]));
}

/** Checks the contacts of a file: as in its last rows, created once, and written no more often than needed. */
function findWrongContacts(evidence: Evidence, file: PlannedFile, ofFile: BookedImport[]): string[] {
  const wrong: string[] = [];
  const contacts = contactsOf(evidence, ofFile[0]?.planned.account.id ?? '');
  const made = file.own.filter((phone) => contacts.has(phone));
  const real = ofFile.filter(({ found }) => !found.isDryRun);
  const created = real.reduce((sum, { found }) => sum + found.created, 0);
  if (created !== made.length)
    wrong.push(`the imports of ${file.name} count ${created} of ${made.length} new contacts`);
  for (const phone of file.own) {
    const rows = file.rows.filter((row) => row.phone === phone);
    const contact = contacts.get(phone);
    // Imports that must have created the contact.
    const bringers = real.filter(
      ({ found, rejectedRows }) =>
        found.status === 'completed' && !rows.some(({ row }) => rejectedRows.includes(row)),
    );
    if (!contact) {
      if (bringers.length > 0) wrong.push(`${phone} of ${file.name} was lost`);
      continue;
    }
    wrong.push(...findWrongContact(evidence, { contact, rows, bringers, ofFile }));
  }
  return wrong;
}

function findWrongContact(
  evidence: Evidence,
  options: {
    contact: Contact;
    rows: PlannedFile['rows'];
    bringers: BookedImport[];
    ofFile: BookedImport[];
  },
): string[] {
  const { contact, rows, bringers, ofFile } = options;
  const { phoneNumber, firstName, version, memberships, hardOptOut } = contact;
  const wrong: string[] = [];
  const [bringer] = bringers;
  // A look-up that sets a number aside changes its contact.
  if (version > rows.length && contact.setAsideAt === undefined)
    wrong.push(`${phoneNumber} was written ${version} times`);
  if (bringer && firstName !== rows.at(-1)?.name) wrong.push(`${phoneNumber} is called ${firstName}`);
  const isRefused = rows.some(({ isOptOut }) => isOptOut);
  if (bringer && isRefused !== (hardOptOut !== undefined))
    wrong.push(`${phoneNumber} is ${isRefused ? 'not refused, as its row says' : 'refused'}`);
  const group = bringer?.found.groupId;
  if (!isRefused && group !== undefined && !memberships[group])
    wrong.push(`${phoneNumber} has not joined ${group}`);
  const tagIds = group === undefined ? undefined : memberships[group]?.tagIds;
  const expected = rows.at(-1)?.isTagged ? [TAG_OF_GROUPS.id] : [];
  if (!isRefused && tagIds && String(tagIds) !== String(expected))
    wrong.push(`${phoneNumber} has the tags ${String(tagIds)}, not ${String(expected)}`);
  const account = ofFile[0]?.planned.account;
  const log = account ? logOf(evidence, account, phoneNumber) : [];
  const entries = isRefused || group !== undefined ? 1 : 0;
  if (bringer && log.length !== entries) wrong.push(`${phoneNumber} has ${log.length} log entries`);
  return wrong;
}

/** Finds forgotten opt-outs of contacts that the account had before, which may have lifted the opt-out since. */
function findForgottenOptOuts(evidence: Evidence, booked: BookedImport[]): string[] {
  return booked.flatMap(({ planned: { account, file }, found }) => {
    if (found.status !== 'completed' || found.isDryRun) return [];
    const contacts = contactsOf(evidence, account.id);
    const hasReturned = (phone: string) =>
      evidence.traffic.said.some(
        (said) => said.account === account && said.phone === phone && /^(yes|y|start)$/i.test(said.body),
      );
    return file.rows
      .filter(({ isOptOut, phone }) => isOptOut && !contacts.get(phone)?.hardOptOut && !hasReturned(phone))
      .map(({ phone }) => `${phone} is not refused, as ${found.id} says`);
  });
}

function contactsOf({ items }: Evidence, accountId: string): Map<string, Contact> {
  const contacts = items.filter((item) => item.sk === 'CONTACT' && item.accountId === accountId);
  return new Map(contacts.map(readContact).map((contact) => [String(contact.phoneNumber), contact]));
}
