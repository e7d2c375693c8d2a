import { MAX_DECISION_CHARACTERS } from '../../shared/limits';
import { AUTOMATION_SUBMISSION, CAMPAIGN_SUBMISSION } from '../table-access';
import { declare } from './declare';
import { record } from './schemas';

const TEXT = { type: 'string', maxLength: MAX_DECISION_CHARACTERS, format: 'text' };
const EXAMPLE = { note: 'As agreed on Monday. The price is the one of the flyer.' };

const NOTE = {
  request: { schema: record({ note: TEXT }), example: EXAMPLE },
  description: 'While it awaits an approval, by who asked for it; an empty note removes it.',
  scope: 'campaigns:write',
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

const SUBMISSION = {
  request: { schema: record({}, { note: TEXT }), example: EXAMPLE },
  description:
    'It awaits an approval whatever `approvalAbove` is, with a note to who decides. What the caller submitted before is left as it is.',
  scope: 'campaigns:write',
} as const;

export const submitCampaign = declare({
  operationId: 'submitCampaign',
  method: 'POST',
  path: 'campaigns/{id}/submit',
  summary: 'Submit a draft of a campaign for approval',
  access: CAMPAIGN_SUBMISSION,
  errors: [33004, 33009, 33016, 33019, 33031, 33110, 33111, 33117],
  ...SUBMISSION,
});

export const submitAutomation = declare({
  operationId: 'submitAutomation',
  method: 'POST',
  path: 'automations/{id}/submit',
  summary: 'Submit a draft of an automation for approval',
  access: AUTOMATION_SUBMISSION,
  errors: [33004, 33009, 33016, 33019, 33031, 33110, 33111],
  ...SUBMISSION,
});

export const APPROVAL_ROUTES = [noteCampaign, noteAutomation, submitCampaign, submitAutomation];
