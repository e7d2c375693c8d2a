import { OPT_IN_MODES } from './opt-in-mode';

/** **Source:** rules 4.6. */
export const ADD_MEMBERSHIP_SCHEMA = {
  type: 'object',
  properties: {
    optInMode: {
      enum: OPT_IN_MODES,
      description:
        '`DIRECT`, which it is when absent: consent was given already; joins at once, and gets the opt-in message of the group if it has one. `CONFIRM`: gets a text, and joins by answering `YES`. `SILENT`: joins at once without a text; only for accounts that may.',
    },
  },
  additionalProperties: false,
} as const;
