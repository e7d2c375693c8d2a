import { array, type InferOutput, literal, number, object, optional, record, string, unknown } from 'valibot';

const IDS = optional(array(string()));

/** The parts of an audience as segments, campaigns and exports store them. **Source:** rules E3. */
export const STORED_PARTS = {
  everyone: optional(literal(true)),
  groups: IDS,
  tags: IDS,
  /** As it was written, checked. */
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
