import { compareProfiles, type MergedField } from '../contacts/compare-profiles';
import type { CustomFieldSchema } from '../custom-fields/custom-field-schema';
import { ServiceError } from '../../errors/service-error';
import type { Group } from '../groups/group';
import { findGroups } from '../groups/group-store';
import type { Table } from '../../platform/store/table';
import { groupIdsOf, groupsLeft, takenTags } from './internal/merge-memberships';
import { type KnownContact, type MergedPair, readPair, versionOf } from './internal/merged-pair';

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
 * **Source:** rules 3.8.
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
