import { type Contact, contactItem } from '../../contacts/contact';
import { idsOfContact } from '../../contacts/find-contact';
import { contactUpdate } from '../../contacts/contact-write';
import { mergeProfiles } from '../../contacts/merge-profiles';
import { NO_PROFILE } from '../../contacts/no-profile';
import { changedAttributes } from '../../contacts/profile';
import type { CustomFieldSchema } from '../../custom-fields/custom-field-schema';
import { findGroups } from '../../groups/group-store';
import { commit, type Part, required } from '../../../platform/store/commit';
import type { TransactItem } from '../../../platform/store/table';
import { type ConsentDeps, GROUPS_LEFT_AT_ONCE, POPULAR_GROUP_LIMITS } from '../change-consent';
import type { ConsentActor } from '../consent-log';
import { consentLogAndEvents, countedEffects, writeContactCounts } from '../consent-writes';
import { findEffectGroups } from './decide-consent';
import { decideLeavingOf, groupIdsOf, takenTags, withTags } from './merge-memberships';
import type { KnownContact } from './merged-pair';

const ACTOR: ConsentActor = { type: 'operator', evidence: 'Merged with another contact of the person.' };

/**
 * Makes one step of a merge in one transaction: the kept contact takes what it lacks, and the double leaves up to
 * `GROUPS_LEFT_AT_ONCE` groups. With the last of them the double is a contact no more; its opt-out and what is known of
 * the number stay.
 *
 * @returns `undefined` when one of the contacts or groups was written meanwhile
 */
export async function mergeStep(
  deps: ConsentDeps,
  merge: { kept: KnownContact; double: KnownContact; schema: CustomFieldSchema; take: readonly string[] },
): Promise<'merged' | 'goesOn' | undefined> {
  const { kept, double } = merge;
  const now = deps.clock.now();
  const at = now.toISOString();

  // 1. Decide which groups the double leaves in this step.
  const groupIds = groupIdsOf(double);
  const leaving = groupIds.slice(0, GROUPS_LEFT_AT_ONCE);
  const isLast = leaving.length === groupIds.length;
  const { state, effects } = decideLeavingOf(double, leaving, at);
  const { live, named } = await findEffectGroups(deps.table, { accountId: double.accountId, effects });

  // 2. The kept contact takes what it lacks, tags of all groups included.
  const keptWrite = await writeKept(deps, { ...merge, at });
  const keptVersion = kept.version + (keptWrite === undefined ? 0 : 1);

  // 3. Write everything in one transaction.
  const mergedInto = {
    ...{ contactId: kept.id, formerIds: idsOfContact(double), take: [...merge.take] },
    ...{ keptVersion, version: double.version + 1 },
  };
  const doubleWrite = isLast
    ? dropProfile({ ...double, mergedInto }, at)
    : {
        Update: contactUpdate({
          ...{ accountId: double.accountId, phoneNumber: double.phoneNumber, known: double, at },
          set: {
            memberships: state.memberships,
            pendingMemberships: state.pendingMemberships,
            mergedInto,
          },
        }),
      };
  const parts: Part<'changed'>[] = [
    ...[
      keptWrite ?? checkVersion(kept),
      doubleWrite,
      ...writeContactCounts(double.accountId, countedEffects(effects, live)),
    ].map((write) => ({ write, onFail: 'changed' as const })),
    ...required(
      consentLogAndEvents(deps.ids, {
        subject: { ...double, contact: double },
        effects,
        groups: named,
        actor: ACTOR,
        now,
      }),
    ),
  ];
  const result = await commit(deps.table, parts, POPULAR_GROUP_LIMITS);
  if (!result.committed) return undefined;
  return isLast ? 'merged' : 'goesOn';
}

/** @returns `undefined` when the kept contact lacks nothing that the double has */
async function writeKept(
  deps: ConsentDeps,
  options: {
    kept: KnownContact;
    double: KnownContact;
    schema: CustomFieldSchema;
    take: readonly string[];
    at: string;
  },
): Promise<TransactItem | undefined> {
  const { kept, at } = options;
  const { accountId, phoneNumber } = kept;
  const profile = mergeProfiles(options, { ...options, phoneNumber });
  const { names, set, remove } = changedAttributes(kept, profile);
  const groups = await findGroups(deps.table, { accountId, groupIds: groupIdsOf(kept) });
  const tags = takenTags(options, groups);
  if (names.length === 0 && tags.size === 0) return undefined;
  return {
    Update: contactUpdate({
      ...{ accountId, phoneNumber, known: kept, remove, at },
      set: { ...set, ...(tags.size > 0 && withTags(kept, tags)) },
    }),
  };
}

const checkVersion = (contact: KnownContact): TransactItem => ({
  ConditionCheck: {
    Key: contactItem.key(contact),
    ConditionExpression: 'version = :versionRead',
    ExpressionAttributeValues: { ':versionRead': contact.version },
  },
});

/** Reduces a contact to its number: the opt-out, and what is known of texts to the number. */
function dropProfile(double: Contact, at: string): TransactItem {
  // A former erasure of the number ends without this item.
  const left: Contact = {
    ...{ ...double, ...NO_PROFILE, erasureId: undefined },
    ...{ version: double.version + 1, updatedAt: at },
  };
  return {
    Put: {
      Item: contactItem.item(double, left),
      ConditionExpression: 'version = :versionRead',
      ExpressionAttributeValues: { ':versionRead': double.version },
    },
  };
}
