import { MAX_DECISION_CHARACTERS } from '../../shared/limits';
import { declare } from './declare';
import { record } from './schemas';

/** Text of a note to who decides. */
export const NOTE_TEXT = { type: 'string', maxLength: MAX_DECISION_CHARACTERS, format: 'text' };
export const NOTE_EXAMPLE = { note: 'As agreed on Monday. The price is the one of the flyer.' };

const NOTE = {
  request: { schema: record({ note: NOTE_TEXT }), example: NOTE_EXAMPLE },
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

export const APPROVAL_ROUTES = [noteCampaign, noteAutomation];
