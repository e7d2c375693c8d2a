import { byPath } from '../../shared/http/by-path';
import { OPERATOR_ACCOUNT_HANDLERS } from './operator-accounts';
import { OPERATOR_AUDIT_HANDLERS } from './operator-audit';
import { OPERATOR_LINK_DOMAIN_HANDLERS } from './operator-link-domains';
import { OPERATOR_NUMBER_HANDLERS } from './operator-numbers';
import { OPERATOR_REGISTRATION_HANDLERS } from './operator-registrations';
import { OPERATOR_SENDER_HANDLERS } from './operator-senders';
import { OPERATOR_SENDING_HANDLERS } from './operator-sending';
import { OPERATOR_SETTINGS_HANDLERS } from './operator-settings';
import { OPERATOR_USER_HANDLERS } from './operator-users';
import { OPERATOR_WORK_HANDLERS } from './operator-work';

export const OPERATOR_HANDLERS = [
  ...OPERATOR_ACCOUNT_HANDLERS,
  ...OPERATOR_NUMBER_HANDLERS,
  ...OPERATOR_SENDER_HANDLERS,
  ...OPERATOR_LINK_DOMAIN_HANDLERS,
  ...OPERATOR_SETTINGS_HANDLERS,
  ...OPERATOR_USER_HANDLERS,
  ...OPERATOR_SENDING_HANDLERS,
  ...OPERATOR_WORK_HANDLERS,
  ...OPERATOR_REGISTRATION_HANDLERS,
  ...OPERATOR_AUDIT_HANDLERS,
];

/**
 * Handles the console's routes for operators, apart from those of accounts, because only this function may access the
 * queues.
 */
export const handler = byPath(OPERATOR_HANDLERS);
