import { array, type InferOutput, literal, number, object, optional, record, string, unknown } from 'valibot';
import { isStorableNumber } from '../../platform/storable-number';
import { type Audience, type ConditionInput, mapLeaves } from './audience';

const IDS = optional(array(string()));

/** The parts of an audience as segments, campaigns and exports store them. **Source:** rules E3. */
export const STORED_PARTS = {
  everyone: optional(literal(true)),
  groups: IDS,
  tags: IDS,
  /** As it was written, checked, less numbers that DynamoDB does not hold: `storeAudience` says how they are kept. */
  filter: optional(record(string(), unknown())),
  excludeGroups: IDS,
  excludeCampaigns: IDS,
};

const REFERENCES = record(
  string(),
  object({
    number: number(),
    generation: number(),
    /** Entries that the renames of the field had; absent: none. */
    renames: optional(number()),
  }),
);
/** Which custom fields the names in a filter stood for when it was stored: labels change, and names of options. */
export const FIELD_REFERENCES = optional(REFERENCES, {});
export type FieldReferences = InferOutput<typeof REFERENCES>;

export const STORED_AUDIENCE = object(STORED_PARTS);
type StoredAudience = InferOutput<typeof STORED_AUDIENCE>;

/** Makes the stored form of an audience: `audienceOfStored` reads it. A number that DynamoDB does not hold becomes a text. */
export function storeAudience({ filter, ...others }: Audience): StoredAudience {
  return {
    ...others,
    ...(filter && { filter: changeValues(filter, storeValue) as Record<string, unknown> }),
  };
}

/** Reads the stored form of an audience. */
export function audienceOfStored({ filter, ...others }: StoredAudience): Audience {
  // JSON leaves out what is undefined.
  return JSON.parse(
    JSON.stringify({ ...others, filter: filter && changeValues(filter as ConditionInput, restoreValue) }),
  ) as Audience;
}

function changeValues(filter: ConditionInput, change: (value: unknown) => unknown): ConditionInput {
  return mapLeaves(filter, (leaf) => ({
    ...leaf,
    value: Array.isArray(leaf.value) ? leaf.value.map(change) : change(leaf.value),
  }));
}

/** No comparison has an object as its value. */
const storeValue = (value: unknown) =>
  typeof value === 'number' && !isStorableNumber(value) ? { number: String(value) } : value;

const restoreValue = (value: unknown) =>
  typeof value === 'object' && value !== null && 'number' in value ? Number(value.number) : value;
