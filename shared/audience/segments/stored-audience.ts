import { array, literal, number, object, optional, record, string, unknown } from 'valibot';

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

/** Which custom fields the names in a filter stood for when it was stored: labels change. */
export const FIELD_REFERENCES = optional(
  record(string(), object({ number: number(), generation: number() })),
  {},
);
