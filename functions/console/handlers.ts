import { byPath, type ConsoleHandler } from '../../shared/http/by-path';
import { APPROVAL_HANDLERS } from './approvals';
import { AUDIT_HANDLERS } from './audit';
import { AUTOMATION_HANDLERS } from './automations';
import { CAMPAIGN_HANDLERS } from './campaigns';
import { CONSENT_HANDLERS } from './consent';
import { CONVERSATION_HANDLERS } from './conversations';
import { CUSTOM_FIELD_HANDLERS } from './custom-fields';
import { FORM_HANDLERS } from './forms';
import * as getSession from './get-session';
import { GROUP_HANDLERS } from './groups';
import { IMPORT_HANDLERS } from './imports';
import { INBOX_HANDLERS } from './inbox';
import { INVITATION_HANDLERS } from './invitations';
import { JOB_HANDLERS } from './jobs';
import { KEY_HANDLERS } from './keys';
import { KEYWORD_HANDLERS } from './keywords';
import { LINK_HANDLERS } from './links';
import { MERGE_ROUTES } from './merge.routes';
import { MESSAGE_HANDLERS } from './messages';
import { NUMBER_HANDLERS } from './numbers';
import { OVERVIEW_HANDLERS } from './overview';
import { handlerOf, type Plane } from './plane';
import { MERGE_PREVIEW_HANDLERS } from './preview-merge';
import { SAVED_REPLY_HANDLERS } from './saved-replies';
import { SENDER_HANDLERS } from './senders';
import { SENDING_HANDLERS } from './sending';
import { SETTINGS_HANDLERS } from './settings';
import { SUBMISSION_ROUTES } from './submissions.routes';
import { USAGE_HANDLERS } from './usage';
import { USER_HANDLERS } from './users';
import { WEBHOOK_HANDLERS } from './webhooks';

/** Handlers of the console's own routes, which the API does not have, except submissions, the merge of contacts and those for operators. */
export const HANDLERS: readonly ConsoleHandler[] = [
  getSession,
  ...OVERVIEW_HANDLERS,
  ...USAGE_HANDLERS,
  ...APPROVAL_HANDLERS,
  ...INBOX_HANDLERS,
  ...CONVERSATION_HANDLERS,
  ...SAVED_REPLY_HANDLERS,
  ...MESSAGE_HANDLERS,
  ...CONSENT_HANDLERS,
  ...MERGE_PREVIEW_HANDLERS,
  ...CAMPAIGN_HANDLERS,
  ...AUTOMATION_HANDLERS,
  ...IMPORT_HANDLERS,
  ...JOB_HANDLERS,
  ...NUMBER_HANDLERS,
  ...SENDER_HANDLERS,
  ...SENDING_HANDLERS,
  ...KEY_HANDLERS,
  ...GROUP_HANDLERS,
  ...CUSTOM_FIELD_HANDLERS,
  ...LINK_HANDLERS,
  ...WEBHOOK_HANDLERS,
  ...USER_HANDLERS,
  ...INVITATION_HANDLERS,
  ...SETTINGS_HANDLERS,
  ...KEYWORD_HANDLERS,
  ...FORM_HANDLERS,
  ...AUDIT_HANDLERS,
];

/** Creates the handler of the routes of a plane. */
export const handlePlane = (plane: Exclude<Plane, 'submission' | 'merge' | 'operator'>) =>
  byPath(
    HANDLERS.filter(({ route }) => route.handler === handlerOf(plane)),
    [...HANDLERS, ...SUBMISSION_ROUTES, ...MERGE_ROUTES].map(({ route }) => route),
  );
