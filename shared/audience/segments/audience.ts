import type { InvalidField } from '../../errors/error-details';

/** Who is meant, as clients say it. **Source:** rules E3. */
export interface Audience {
  /** Every contact, where none of `groups`, `tags` and `filter` says which. */
  everyone?: true;
  groups?: string[];
  tags?: string[];
  filter?: ConditionInput;
  excludeGroups?: string[];
  excludeCampaigns?: string[];
}

export type ConditionInput =
  | { all: ConditionInput[] }
  | { any: ConditionInput[] }
  | { not: ConditionInput }
  | LeafInput;

export interface LeafInput {
  field: string;
  op: string;
  value: unknown;
}

/** The same condition with each comparison changed. */
export function mapLeaves(
  condition: ConditionInput,
  change: (leaf: LeafInput) => ConditionInput,
): ConditionInput {
  if ('all' in condition) return { all: condition.all.map((part) => mapLeaves(part, change)) };
  if ('any' in condition) return { any: condition.any.map((part) => mapLeaves(part, change)) };
  return 'not' in condition ? { not: mapLeaves(condition.not, change) } : change(condition);
}

/** `null` takes a part of an audience out. */
export type AudiencePatch = { [Part in keyof Audience]?: Audience[Part] | null };

/** The parts that say which contacts, in place of everyone. */
const CHOOSING = ['groups', 'tags', 'filter'] as const;
const PARTS = ['everyone', ...CHOOSING, 'excludeGroups', 'excludeCampaigns'] as const;

/** Finds what is wrong with the parts of an audience: it has none, or `everyone` beside others that say who. */
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
 * Changes an audience by a JSON Merge Patch. `everyone` and the parts that say which contacts take each other's place.
 *
 * **Source:** rules E3; RFC 7396.
 */
export function patchAudience(before: Audience, patch: AudiencePatch): Audience {
  const isEveryone = patch.everyone === true;
  const isChosen = CHOOSING.some((part) => isGiven(patch[part]));
  const replaced: readonly string[] = isEveryone === isChosen ? [] : isEveryone ? CHOOSING : ['everyone'];
  const kept = Object.entries(before).filter(([part]) => !replaced.includes(part));
  const parts = Object.entries({ ...Object.fromEntries(kept), ...patch });
  return Object.fromEntries(parts.filter(([, part]) => part !== null));
}

/** An empty list of ids is as absent. */
function isGiven(part: unknown): boolean {
  return Array.isArray(part) ? part.length > 0 : part !== undefined && part !== null;
}
