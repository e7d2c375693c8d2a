import { AUTOMATION_SUBMISSION, CAMPAIGN_SUBMISSION } from '../table-access';
import { NOTE_EXAMPLE, NOTE_TEXT } from './approvals.routes';
import { declare } from './declare';
import { record } from './schemas';

const SUBMISSION = {
  request: { schema: record({}, { note: NOTE_TEXT }), example: NOTE_EXAMPLE },
  description:
    'It awaits an approval whatever `approvalAbove` is, with a note to who decides. What the caller submitted before is left as it is.',
  scope: 'campaigns:write',
  plane: 'submission',
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

export const SUBMISSION_ROUTES = [submitCampaign, submitAutomation];
