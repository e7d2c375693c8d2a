import { array, type InferOutput, literal, number, object, optional, record, string, unknown } from 'valibot';
import { isStorableNumber } from './internal/storable-number';
import type { Audience, CheckedAudience, ConditionInput } from './audience';
import { mapLeaves } from './internal/condition-tree';

const IDS = optional(array(string()));

/** Parts of an audience as segments, campaigns and exports store them. **Source:** rules E3. */
export const STORED_PARTS = {
  everyone: optional(literal(true)),
  groups: IDS,
  tags: IDS,
  /**
   * Filter as the client wrote it, after the checks. Numbers that DynamoDB cannot hold are stored as `storeAudience`
   * says.
   */
  filter: optional(record(string(), unknown())),
  excludeGroups: IDS,
  excludeCampaigns: IDS,
};

const REFERENCES = record(
  string(),
  object({
    number: number(),
    generation: number(),
    /** Number of entries in the `renames` of the field; absent: none. */
    renames: optional(number()),
  }),
);
/** Custom fields that the names in a filter stood for when it was stored. Labels and option names can change later. */
export const FIELD_REFERENCES = optional(REFERENCES, {});
export type FieldReferences = InferOutput<typeof REFERENCES>;

export const STORED_AUDIENCE = object(STORED_PARTS);
type StoredAudience = InferOutput<typeof STORED_AUDIENCE>;
type Filter = NonNullable<Audience['filter']>;

/**
 * Converts an audience to its stored form, which `audienceOfStored` reads. A number that DynamoDB cannot hold becomes a
 * string.
 */
export function storeAudience({ filter, ...others }: Audience): StoredAudience {
  return {
    ...others,
    ...(filter && { filter: changeValues(filter, storeValue) }),
  };
}

/** Reads the stored form of an audience. */
export function audienceOfStored({ filter, ...others }: StoredAudience): CheckedAudience {
  // JSON leaves out undefined values.
  return JSON.parse(
    JSON.stringify({ ...others, filter: filter && changeValues(filter, restoreValue) }),
  ) as CheckedAudience;
}

/** Changes the values in a filter that has been checked. */
function changeValues(filter: Filter, change: (value: unknown) => unknown): ConditionInput {
  return mapLeaves(filter as ConditionInput, (leaf) => ({
    ...leaf,
    value: Array.isArray(leaf.value) ? leaf.value.map(change) : change(leaf.value),
  }));
}

/**
 * Wraps a number that DynamoDB cannot hold in an object. This is unambiguous, since no comparison has an object as its
 * value.
 */
const storeValue = (value: unknown) =>
  typeof value === 'number' && !isStorableNumber(value) ? { number: String(value) } : value;

const restoreValue = (value: unknown) =>
  typeof value === 'object' && value !== null && 'number' in value ? Number(value.number) : value;
