import { MAX_DECISION_CHARACTERS } from '../../shared/limits';
import { declare } from './declare';
import { COUNT, record } from './schemas';

export const countApprovals = declare({
  operationId: 'countApprovals',
  method: 'GET',
  path: 'approvals',
  scope: 'campaigns:read',
  summary: 'How many campaigns and automations await a decision of the reader',
  description: 'Among the newest 100 of each. None for a reader without the right to decide.',
  access: { query: ['automation', 'campaign'] },
  answer: {
    name: 'Approvals',
    schema: record({ campaigns: COUNT, automations: COUNT }),
    example: { campaigns: 1, automations: 0 },
  },
});

const NOTE = {
  request: {
    schema: record({ note: { type: 'string', maxLength: MAX_DECISION_CHARACTERS, format: 'text' } }),
    example: { note: 'As agreed on Monday. The price is the one of the flyer.' },
  },
  description: 'While it awaits an approval, by who asked for it; an empty note removes it.',
  scope: 'campaigns:launch',
  errors: [33110, 33111, 33112],
} as const;

export const noteCampaign = declare({
  operationId: 'noteCampaign',
  method: 'POST',
  path: 'campaigns/{id}/note',
  summary: 'Write a note to who decides on a campaign',
  access: { read: ['campaign'], update: ['campaign'] },
  ...NOTE,
});

export const noteAutomation = declare({
  operationId: 'noteAutomation',
  method: 'POST',
  path: 'automations/{id}/note',
  summary: 'Write a note to who decides on an automation',
  access: { read: ['automation'], put: ['automation', 'outbox'] },
  ...NOTE,
});

export const APPROVAL_ROUTES = [countApprovals, noteCampaign, noteAutomation];
