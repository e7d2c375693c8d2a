import { OPT_IN_MODES, type OptInMode } from './opt-in-mode';

export interface AddMembershipBody {
  optInMode?: OptInMode;
}

/** **Source:** contract 4.6. */
export const ADD_MEMBERSHIP_SCHEMA = {
  type: 'object',
  properties: { optInMode: { enum: OPT_IN_MODES } },
  additionalProperties: false,
} as const;
