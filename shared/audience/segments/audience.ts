/** Who is meant, as clients say it. **Source:** rules E3. */
export interface Audience {
  groups?: string[];
  tags?: string[];
  filter?: ConditionInput;
  excludeGroups?: string[];
  excludeCampaigns?: string[];
}

export type ConditionInput =
  { all: ConditionInput[] } | { any: ConditionInput[] } | { not: ConditionInput } | LeafInput;

export interface LeafInput {
  field: string;
  op: string;
  value: unknown;
}

/** The parts of an audience that are lists of ids. */
export const AUDIENCE_LISTS = ['groups', 'tags', 'excludeGroups', 'excludeCampaigns'] as const;
