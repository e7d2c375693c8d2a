import { AUTOMATION_ROUTES } from './automations.routes';
import { CAMPAIGN_STEP_ROUTES } from './campaign-steps.routes';
import { CAMPAIGN_ROUTES } from './campaigns.routes';
import { CONTACT_ROUTES } from './contacts.routes';
import { EVENT_ROUTES } from './events.routes';
import { EXPORT_ROUTES } from './exports.routes';
import { FORM_ROUTES } from './forms.routes';
import { GROUP_ROUTES, MEMBERSHIP_ROUTES } from './groups.routes';
import { IMPORT_ROUTES } from './imports.routes';
import { JOB_ROUTES } from './jobs.routes';
import { MESSAGE_ROUTES } from './messages.routes';
import { REFERENCE_ROUTES } from './reference.routes';
import { SEGMENT_ROUTES } from './segments.routes';

/** Every route, in the order of the reference. The file of its resource says what it is. */
export const DECLARATIONS = [
  ...MESSAGE_ROUTES,
  ...JOB_ROUTES,
  ...CONTACT_ROUTES,
  ...MEMBERSHIP_ROUTES,
  ...SEGMENT_ROUTES,
  ...CAMPAIGN_ROUTES,
  ...CAMPAIGN_STEP_ROUTES,
  ...AUTOMATION_ROUTES,
  ...EVENT_ROUTES,
  ...GROUP_ROUTES,
  ...IMPORT_ROUTES,
  ...EXPORT_ROUTES,
  ...FORM_ROUTES,
  ...REFERENCE_ROUTES,
] as const;

/** The rows of all routes. **Source:** rules 4. */
export const ROUTES = DECLARATIONS.map(({ route }) => route);

export type OperationId = (typeof ROUTES)[number]['operationId'];

/** Answers requests that no route takes. */
export const DEFAULT_ROUTE_HANDLER = 'functions/http/answer-unknown-route.ts';
