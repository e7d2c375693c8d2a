import { APPROVAL_ROUTES } from './approvals.routes';
import { AUDIT_ROUTES } from './audit.routes';
import { AUTOMATION_ROUTES } from './automations.routes';
import { CAMPAIGN_ROUTES } from './campaigns.routes';
import { CONSENT_ROUTES } from './consent.routes';
import { CONVERSATION_ROUTES } from './conversations.routes';
import { CUSTOM_FIELD_ROUTES } from './custom-fields.routes';
import { FORM_ROUTES } from './forms.routes';
import * as getSession from './get-session.route';
import { GROUP_ROUTES } from './groups.routes';
import { IMPORT_ROUTES } from './imports.routes';
import { INBOX_ROUTES } from './inbox.routes';
import { INVITATION_ROUTES } from './invitations.routes';
import { JOB_ROUTES } from './jobs.routes';
import { KEY_ROUTES } from './keys.routes';
import { KEYWORD_ROUTES } from './keywords.routes';
import { LINK_ROUTES } from './links.routes';
import { MERGE_PREVIEW_ROUTES, MERGE_ROUTES } from './merge.routes';
import { MESSAGE_ROUTES } from './messages.routes';
import { NUMBER_ROUTES } from './numbers.routes';
import { OPERATOR_ACCOUNT_ROUTES } from './operator-accounts.routes';
import { OPERATOR_AUDIT_ROUTES } from './operator-audit.routes';
import { OPERATOR_USER_ROUTES } from './operator-users.routes';
import { OPERATOR_REGISTRATION_ROUTES } from './operator-registrations.routes';
import { OPERATOR_WORK_ROUTES } from './operator-work.routes';
import { OVERVIEW_ROUTES } from './overview.routes';
import { SAVED_REPLY_ROUTES } from './saved-replies.routes';
import { OPERATOR_SENDER_ROUTES, SENDER_ROUTES } from './senders.routes';
import { OPERATOR_SENDING_ROUTES, SENDING_ROUTES } from './sending.routes';
import { SETTINGS_ROUTES } from './settings.routes';
import { SUBMISSION_ROUTES } from './submissions.routes';
import { USAGE_ROUTES } from './usage.routes';
import { USER_ROUTES } from './users.routes';
import { WEBHOOK_ROUTES } from './webhooks.routes';

/** Declarations of the console's own routes, in the order of the reference. Each route is described in its own file. */
export const CONSOLE_DECLARATIONS = [
  getSession,
  ...OVERVIEW_ROUTES,
  ...USAGE_ROUTES,
  ...APPROVAL_ROUTES,
  ...SUBMISSION_ROUTES,
  ...INBOX_ROUTES,
  ...CONVERSATION_ROUTES,
  ...SAVED_REPLY_ROUTES,
  ...MESSAGE_ROUTES,
  ...CONSENT_ROUTES,
  ...MERGE_PREVIEW_ROUTES,
  ...MERGE_ROUTES,
  ...CAMPAIGN_ROUTES,
  ...AUTOMATION_ROUTES,
  ...IMPORT_ROUTES,
  ...JOB_ROUTES,
  ...NUMBER_ROUTES,
  ...SENDER_ROUTES,
  ...SENDING_ROUTES,
  ...KEY_ROUTES,
  ...GROUP_ROUTES,
  ...CUSTOM_FIELD_ROUTES,
  ...LINK_ROUTES,
  ...WEBHOOK_ROUTES,
  ...USER_ROUTES,
  ...INVITATION_ROUTES,
  ...SETTINGS_ROUTES,
  ...KEYWORD_ROUTES,
  ...FORM_ROUTES,
  ...AUDIT_ROUTES,
  ...OPERATOR_ACCOUNT_ROUTES,
  ...OPERATOR_SENDER_ROUTES,
  ...OPERATOR_USER_ROUTES,
  ...OPERATOR_SENDING_ROUTES,
  ...OPERATOR_WORK_ROUTES,
  ...OPERATOR_REGISTRATION_ROUTES,
  ...OPERATOR_AUDIT_ROUTES,
];

/** Rows of all these routes. */
export const CONSOLE_ROUTES = CONSOLE_DECLARATIONS.map(({ route }) => route);
