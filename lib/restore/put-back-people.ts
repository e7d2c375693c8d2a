import { changeConsent, type ConsentDeps } from '../../shared/audience/consent/change-consent';
import { optInContact, optOutContact } from '../../shared/audience/consent/opt-out-contact';
import { type Contact, type OptOutSource, readContact } from '../../shared/audience/contacts/contact';
import { erasedPersonUnder, findErasedPersonUnder } from '../../shared/audience/contacts/erased-person';
import { requestErasure } from '../../shared/erasure/request-erasure';
import { CONTACT_INDEX, contactIndexAttributes } from '../../shared/platform/store/keys';
import type { Table } from '../../shared/platform/store/table';
import type { PersonSince } from './changes-since';

/** Numbers of people whose change was put back, by its kind. */
export interface PeopleReport {
  optedOut: number;
  optOutsLifted: number;
  leftGroups: number;
  underReview: number;
  erased: number;
}

export const NO_PEOPLE: PeopleReport = {
  ...{ optedOut: 0, optOutsLifted: 0, leftGroups: 0, underReview: 0, erased: 0 },
};

/**
 * Puts back what a person has decided since the restore point, by the use cases of the service: with entries in the
 * consent log and with events. A person without a restored contact keeps an opt-out under the hash of the number, as an
 * erased one does: a contact that is created for the number takes it over.
 */
export async function putBackPerson(
  deps: ConsentDeps,
  person: PersonSince,
  { isDryRun }: { isDryRun: boolean },
): Promise<PeopleReport> {
  const contacts = await findRestoredContacts(deps.table, person);
  if (contacts.length === 0) return putBackUnderHash(deps.table, person, { isDryRun });
  const report = { ...NO_PEOPLE };
  for (const contact of contacts) {
    const { decision, doubt, erasedAt } = person;
    const evidence = (at: string) => `Put back after a restore: ${at}`;
    const address = { accountId: contact.accountId, phoneNumber: contact.phoneNumber };
    if (decision?.action === 'HARD_OPT_OUT' && !contact.hardOptOut) {
      report.optedOut = 1;
      const statement = { ...address, source: sourceOf(decision.reason), evidence: evidence(decision.at) };
      if (!isDryRun) await optOutContact(deps, statement);
    }
    // A refusal that is later than its end is another one.
    if (
      decision?.action === 'HARD_OPT_OUT_LIFTED' &&
      contact.hardOptOut &&
      contact.hardOptOut.at < decision.at
    ) {
      report.optOutsLifted = 1;
      if (!isDryRun) await optInContact(deps, { ...address, evidence: evidence(decision.at) });
    }
    if (doubt?.action === 'LIKELY_OPT_OUT' && !contact.likelyOptOut && !contact.hardOptOut) {
      report.underReview = 1;
      const likelyOptOut = { at: doubt.at, messageId: doubt.messageId ?? '' };
      if (!isDryRun)
        await changeConsent(deps, {
          ...address,
          trigger: { type: 'likelyOptOut', likelyOptOut },
          actor: { type: 'operator', evidence: evidence(doubt.at) },
        });
    }
    // A refusal leaves all groups.
    const groups = decision?.action === 'HARD_OPT_OUT' ? [] : person.groups;
    for (const [groupId, { action, at }] of groups) {
      if (action === 'OPT_IN' || !isIn(contact, groupId)) continue;
      report.leftGroups = 1;
      if (!isDryRun)
        await changeConsent(deps, {
          ...address,
          trigger: { type: 'remove', groupId },
          actor: { type: 'operator', evidence: evidence(at) },
        });
    }
    if (erasedAt !== undefined) {
      report.erased = 1;
      // Last, so that the erasure keeps the opt-out under the hash.
      if (!isDryRun) await requestErasure(deps, address);
    }
  }
  return report;
}

const isIn = ({ memberships, pendingMemberships }: Contact, groupId: string) =>
  groupId in memberships || groupId in pendingMemberships;

const sourceOf = (reason: string) => reason.toLowerCase() as OptOutSource;

/** Finds the contacts in the restored table by their ids: the log has no numbers. */
async function findRestoredContacts(
  table: Table,
  { accountId, contactIds }: PersonSince,
): Promise<Contact[]> {
  const found = await Promise.all(
    [...contactIds].map((id) => {
      const { gsi2pk, gsi2sk } = contactIndexAttributes({ accountId, id });
      return table.queryAll({
        IndexName: CONTACT_INDEX,
        KeyConditionExpression: 'gsi2pk = :pk AND gsi2sk = :sk',
        ExpressionAttributeValues: { ':pk': gsi2pk, ':sk': gsi2sk },
      });
    }),
  );
  return found.flat().map(readContact);
}

async function putBackUnderHash(
  table: Table,
  person: PersonSince,
  { isDryRun }: { isDryRun: boolean },
): Promise<PeopleReport> {
  const { accountId, numberHash, decision, erasedAt } = person;
  const refusal = decision?.action === 'HARD_OPT_OUT' ? decision : undefined;
  if (!refusal && erasedAt === undefined) return NO_PEOPLE;
  const known = await findErasedPersonUnder(table, { accountId, numberHash });
  const hardOptOut = refusal ? { at: refusal.at, source: sourceOf(refusal.reason) } : known?.hardOptOut;
  const at = [erasedAt, known?.erasedAt, refusal?.at].flatMap((time) => time ?? []).sort();
  const record = { erasedAt: at.at(-1) ?? '', hardOptOut };
  const isThere = known?.erasedAt === record.erasedAt && known.hardOptOut?.at === hardOptOut?.at;
  if (isThere) return NO_PEOPLE;
  if (!isDryRun) await table.put({ Item: erasedPersonUnder({ accountId, numberHash }, record) });
  return { ...NO_PEOPLE, optedOut: refusal ? 1 : 0, erased: erasedAt === undefined ? 0 : 1 };
}
