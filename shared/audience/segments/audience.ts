import type { FromSchema } from 'json-schema-to-ts';
import type { InvalidField } from '../../errors/error-details';
import type { ConditionTree } from './internal/condition-tree';
import type { AUDIENCE_PATCH_SCHEMA, AUDIENCE_SCHEMA } from './audience.schema';

/** Audience as clients write it; `filter` is any object until `readCondition` has checked it. **Source:** rules E3. */
export type Audience = FromSchema<typeof AUDIENCE_SCHEMA>;
/** Changes of an audience; `null` removes a part. */
type AudiencePatch = FromSchema<typeof AUDIENCE_PATCH_SCHEMA>;

/** Audience whose filter has been checked. */
export type CheckedAudience = Omit<Audience, 'filter'> & { filter?: ConditionInput };

export type ConditionInput = ConditionTree<LeafInput>;

export type LeafInput = {
  field: string;
  op: string;
  value: unknown;
};

/** Parts that choose contacts, in place of `everyone`. */
const CHOOSING = ['groups', 'tags', 'filter'] as const;
const PARTS = ['everyone', ...CHOOSING, 'excludeGroups', 'excludeCampaigns'] as const;

/** Returns an error when an audience has no part, or has `everyone` beside a part that chooses contacts. */
export function refuseParts(audience: Audience, pointer: string): InvalidField | undefined {
  if (!PARTS.some((part) => isGiven(audience[part]))) {
    return {
      pointer,
      reason:
        'must have a part, such as groups, tags or filter: {"everyone": true} means every contact of the contact book',
    };
  }
  const beside = audience.everyone && CHOOSING.find((part) => isGiven(audience[part]));
  return beside && { pointer: `${pointer}/everyone`, reason: `not allowed beside ${beside}` };
}

/**
 * Changes an audience by a JSON Merge Patch. `everyone` replaces the parts that choose contacts, and each of them
 * replaces `everyone`.
 *
 * **Source:** rules E3; RFC 7396.
 */
export function patchAudience(before: Audience, patch: AudiencePatch): Audience {
  const isEveryone = patch.everyone === true;
  const isChosen = CHOOSING.some((part) => isGiven(patch[part]));
  const replaced: readonly string[] = isEveryone === isChosen ? [] : isEveryone ? CHOOSING : ['everyone'];
  const kept = Object.entries(before).filter(([part]) => !replaced.includes(part));
  const parts = Object.entries({ ...Object.fromEntries(kept), ...patch });
  return Object.fromEntries(parts.filter(([, part]) => part !== null)) as Audience;
}

/** Returns true when a part is set. An empty list of ids counts as absent. */
function isGiven(part: unknown): boolean {
  return Array.isArray(part) ? part.length > 0 : part !== undefined && part !== null;
}
