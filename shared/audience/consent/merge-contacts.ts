import { contactItem } from '../contacts/contact';
import { compareProfiles, type MergedField } from '../contacts/merge-profiles';
import { type CustomFieldSchema, readSchema } from '../custom-fields/custom-field-schema';
import { invalidRequest, ServiceError } from '../../errors/service-error';
import type { Group } from '../groups/group';
import { findGroups } from '../groups/group-store';
import type { E164 } from '../../phone-numbers/e164';
import { contactKey, schemaKey } from '../../platform/store/keys';
import { readByName } from '../../platform/store/read-by-name';
import { CONFLICT, retryOnConflict } from '../../platform/store/retry-on-conflict';
import type { Table } from '../../platform/store/table';
import type { ConsentDeps } from './change-consent';
import { groupIdsOf, groupsLeft, takenTags } from './internal/merge-memberships';
import { type KnownContact, mergeStep } from './internal/merge-step';

/** Two contacts of one person by their numbers: the one that is kept, and its double. */
interface MergedPair {
  accountId: string;
  phoneNumber: E164;
  double: E164;
}

interface MergePreview {
  /** Versions of both contacts, with which the merge is asked for. */
  version: string;
  kept: KnownContact;
  double: KnownContact;
  schema: CustomFieldSchema;
  fills: MergedField[];
  differs: MergedField[];
  /** Tags that the kept contact takes. */
  tags: Array<{ group: string; tag: string }>;
  /** Groups of the double that the kept contact does not join. */
  groupsLeft: Array<{ id: string; name: string }>;
}

/**
 * Returns what a merge would change.
 *
 * @throws ServiceError InvalidRequest for a contact with itself, ContactNotFound, InvalidState when a text of the double
 *   waits for a decision
 *
 * **Source:** rules 3.7.
 */
export async function previewMerge(table: Table, pair: MergedPair): Promise<MergePreview> {
  const both = await readPair(table, pair);
  if (both.isMerged) throw new ServiceError('ContactNotFound', { cause: 'double' });
  const { kept, double, schema } = both;
  const { accountId } = pair;
  const groupIds = [...new Set([...groupIdsOf(kept), ...groupIdsOf(double)])];
  const groups =
    groupIds.length > 0 ? await findGroups(table, { accountId, groupIds }) : new Map<string, Group>();
  return {
    ...{ version: versionOf(both), kept, double, schema, ...compareProfiles(both, schema) },
    tags: [...takenTags(both, groups)].flatMap(([groupId, tagIds]) => {
      const group = groups.get(groupId);
      return tagIds.flatMap((tagId) => {
        const tag = group?.tags.find(({ id }) => id === tagId);
        return group && tag ? [{ group: group.name, tag: tag.name }] : [];
      });
    }),
    groupsLeft: groupsLeft(both).flatMap((id) => {
      const group = groups.get(id);
      return group ? [{ id, name: group.name }] : [];
    }),
  };
}

/**
 * Merges a contact with its double: the contact takes what it lacks, and the double is a contact no more. Consent stays
 * with its number: the contact joins no group. A merge that was interrupted is continued by the same request, and
 * one that is complete is answered again.
 *
 * @param request.version as the preview answered it: both are merged as they were seen
 * @param request.take fields that both have, of which the double's value is taken
 * @param request.beforeWrite called once with both contacts, before the first write
 * @throws ServiceError as `previewMerge`; InvalidState when one of the contacts has changed since
 *
 * **Source:** rules 3.7.
 */
export async function mergeContacts(
  deps: ConsentDeps,
  request: MergedPair & {
    version: string;
    take: readonly string[];
    beforeWrite: (both: { kept: KnownContact; double: KnownContact }) => void;
  },
): Promise<{ contact: KnownContact; schema: CustomFieldSchema }> {
  let isTold = false;
  return retryOnConflict(deps.table.waits, async () => {
    for (;;) {
      const both = await readPair(deps.table, request);
      if (both.isMerged) return { contact: both.kept, schema: both.schema };
      if (!isUnderWay(both) && versionOf(both) !== request.version)
        throw new ServiceError('InvalidState', {
          cause: 'contactChanged',
          details: { status: 'changedMeanwhile' },
        });
      checkTaken(request.take, both);
      if (!isTold) request.beforeWrite(both);
      isTold = true;
      const step = await mergeStep(deps, { ...both, take: request.take });
      if (step === undefined) return CONFLICT;
    }
  });
}

type Pair = { kept: KnownContact; double: KnownContact; schema: CustomFieldSchema };

/** Reads both contacts. `isMerged` is set when the double is merged into the kept contact already. */
async function readPair(
  table: Table,
  { accountId, phoneNumber, double: other }: MergedPair,
): Promise<(Pair & { isMerged: false }) | { isMerged: true; kept: KnownContact; schema: CustomFieldSchema }> {
  if (phoneNumber === other)
    throw invalidRequest({ pointer: '/double', reason: 'must be another number than that of the contact' });
  const items = await readByName(table, {
    kept: contactKey(accountId, phoneNumber),
    double: contactKey(accountId, other),
    schema: schemaKey(accountId),
  });
  const schema = readSchema(items.schema);
  const kept = contactItem.readIfAny(items.kept);
  const double = contactItem.readIfAny(items.double);
  if (!isContact(kept)) throw new ServiceError('ContactNotFound', { cause: 'addressed' });
  if (!isContact(double)) {
    if (double?.mergedInto?.contactId === kept.id) return { isMerged: true, kept, schema };
    throw new ServiceError('ContactNotFound', { cause: 'double' });
  }
  if (double.likelyOptOut)
    throw new ServiceError('InvalidState', { cause: 'underReview', details: { status: 'likelyOptOut' } });
  return { isMerged: false, kept, double, schema };
}

const isContact = (contact: { id: string | undefined } | undefined): contact is KnownContact =>
  contact?.id !== undefined;

const versionOf = ({ kept, double }: Pair): string => `${kept.version}.${double.version}`;

/** Returns true when the merge has begun, and neither contact has changed since its latest step. */
function isUnderWay({ kept, double }: Pair): boolean {
  const { contactId, keptVersion, version } = double.mergedInto ?? {};
  return contactId === kept.id && keptVersion === kept.version && version === double.version;
}

function checkTaken(take: readonly string[], { kept, double, schema }: Pair): void {
  const { fills, differs } = compareProfiles({ kept, double }, schema);
  take.forEach((name, index) => {
    const isKnown = [...fills, ...differs].some(({ field }) => field === name);
    // A field that was taken by an earlier step is the same in both.
    if (isKnown || isUnderWay({ kept, double, schema })) return;
    throw invalidRequest({
      pointer: `/take/${index}`,
      reason: 'must be a field of which the double has another value',
    });
  });
}
