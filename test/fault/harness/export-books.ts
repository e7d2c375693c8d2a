import { exportItem } from '../../../shared/exports/export-item';
import { exportFileKey } from '../../../shared/platform/files/file-keys';
import type { Evidence } from './books';
import type { PlannedExport } from './transfer-traffic';
import { START } from './start';

/** Age at which a contact is certainly in an export: a write can be late. */
const CERTAIN_AFTER_MS = 30_000;

/** Checks that each export ends, and that its file has every contact of its time once. */
export function findWrongExports(evidence: Evidence): string[] {
  return evidence.traffic.exports.flatMap((planned) => findWrongExport(evidence, planned));
}

function findWrongExport(evidence: Evidence, { id, account, format }: PlannedExport): string[] {
  const item = evidence.items.find(({ sk }) => sk === id);
  if (!item) return [`${id} was answered and is gone`];
  const { status, rows, createdAt } = exportItem.read(item);
  if (status !== 'completed') return [`${id} is ${status}`];
  const file = evidence.world.files.contents.get(exportFileKey({ accountId: account.id, exportId: id }));
  if (!file) return [`${id} has no file`];
  const lines = file.toString().trimEnd().split(/\r?\n/);
  const phones = (format === 'csv' ? lines.slice(1) : lines).map((line) => /\+\d+/.exec(line)?.[0] ?? line);
  const counts = new Map<string, number>();
  for (const phone of phones) counts.set(phone, (counts.get(phone) ?? 0) + 1);
  const wrong = [...counts].flatMap(([phone, count]) =>
    count > 1 ? [`${id} holds ${phone} ${count} times`] : [],
  );
  if (phones.length !== rows) wrong.push(`${id} counts ${rows} rows and holds ${phones.length}`);
  for (const phone of certainPhones(evidence, { accountId: account.id, createdAt }))
    if (!counts.has(phone)) wrong.push(`${id} does not hold ${phone}`);
  return wrong;
}

/** Returns the contacts that existed when the export began. */
function certainPhones(
  { items, world }: Evidence,
  { accountId, createdAt }: { accountId: string; createdAt: string },
): string[] {
  const { jumps, slow } = world.plannedMix;
  // After a jump of the clock, or a slow call, a contact in the table looks older than it is.
  const certainAfterMs = jumps > 0 || slow > 0 ? Infinity : CERTAIN_AFTER_MS;
  const contacts = items.filter((item) => item.sk === 'CONTACT' && item.accountId === accountId);
  return contacts
    .filter(
      (contact) =>
        contact.createdAt === START ||
        Date.parse(String(contact.createdAt)) + certainAfterMs < Date.parse(createdAt),
    )
    .map(({ phoneNumber }) => String(phoneNumber));
}
