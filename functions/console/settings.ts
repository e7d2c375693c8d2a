import type { Account } from '../../shared/accounts/account';
import type { AccountChanges } from '../../shared/accounts/account-store';
import { changesBetween } from '../../shared/audit/tell-changes';
import { checkGroupSender, checkTestGroup } from '../../shared/audience/groups/check-group';
import { refuseSendingHours } from '../../shared/calendar/sending-hours';
import { isSendableText, NOT_SENDABLE } from '../../shared/content/rules/invalid-characters';
import type { InvalidField } from '../../shared/errors/error-details';
import { invalidRequest, ServiceError } from '../../shared/errors/service-error';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { endpoint } from '../../shared/http/endpoint';
import { changeAccount } from '../../shared/operations/change-account';
import { parsePhoneCountry } from '../../shared/phone-numbers/country';
import { parseEmail } from '../../shared/users/email';
import { isTimeZone } from '../../shared/time-zones/time-zone';
import validateUpdate from '../../shared/platform/validation/generated/update-settings';
import type { BodyOf } from '../../shared/platform/validation/validate-body';
import { presentSettings } from './present-settings';
import * as routes from './settings.routes';

/** Routes of the settings of the account. **Source:** rules E6. */
export const SETTINGS_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.getSettings.route,
    handler: endpoint({
      route: routes.getSettings.route,
      handle: async ({ account }) => ({ status: 200, body: presentSettings(account) }),
    }),
  },
  {
    route: routes.updateSettings.route,
    handler: endpoint({
      route: routes.updateSettings.route,
      validate: validateUpdate,
      handle: async ({ platform, audit, account, body }) => {
        // 1. Check what the schema cannot.
        const changes = checkChanges(body);
        if (Object.keys(changes).length === 0) return { status: 200, body: presentSettings(account) };
        if (changes.defaultNumber) {
          await checkGroupSender(platform.table, { accountId: account.id, from: changes.defaultNumber });
        }
        if (changes.testGroup) {
          await checkTestGroup(platform.table, { accountId: account.id, groupId: changes.testGroup });
        }

        // 2. Write it.
        const changed = await changeAccount(platform, {
          ...{ accountId: account.id, changes },
          beforeWrite: (before, after) => {
            refuseFewerApprovals(before, after);
            audit.tell({ changes: changesBetween(before, after) });
          },
        });
        if (!changed) throw new ServiceError('NoSuchResource', { cause: 'account' });
        return { status: 200, body: presentSettings(changed) };
      },
    }),
  },
];

/**
 * Refuses a change that requires fewer approvals: an administrator who could raise or clear `approvalAbove`, launch,
 * and restore it would send without an approval.
 *
 * @throws ServiceError Forbidden
 *
 * **Source:** rules E4.7.
 */
function refuseFewerApprovals(before: Account, changes: AccountChanges): void {
  const [from, to] = [before.approvalAbove, changes.approvalAbove];
  if (from === undefined || to === undefined) return;
  if (to === null || to > from) {
    throw new ServiceError('Forbidden', { cause: 'approvalAbove', details: { scope: 'operator' } });
  }
}

/** @throws ServiceError InvalidRequest */
function checkChanges(body: BodyOf<typeof validateUpdate>): AccountChanges {
  const errors: InvalidField[] = [];
  const { countries, approvalEmails, ...others } = body;
  const { timeZone, openHours } = others;
  if (timeZone && !isTimeZone(timeZone)) {
    errors.push({ pointer: '/timeZone', reason: 'must be an IANA time zone, such as America/Chicago' });
  }
  for (const [name, value] of Object.entries(others)) {
    if (typeof value === 'string' && !isSendableText(value))
      errors.push({ pointer: `/${name}`, reason: NOT_SENDABLE });
  }
  const refusedHours = openHours && refuseSendingHours(openHours, '/openHours');
  if (refusedHours) errors.push(refusedHours);
  const parsed = countries?.map((country) => parsePhoneCountry(country));
  const unknown = parsed?.findIndex((country) => country === undefined) ?? -1;
  if (unknown >= 0) {
    errors.push({
      pointer: `/countries/${unknown}`,
      reason: 'must be the two letters of a country, such as US',
    });
  }
  const emails = approvalEmails?.map(parseEmail) ?? [];
  for (const [index, email] of emails.entries()) {
    if (email === undefined)
      errors.push({ pointer: `/approvalEmails/${index}`, reason: 'must be an e-mail address' });
  }
  if (errors.length > 0) throw invalidRequest(...errors);
  return {
    ...others,
    ...(approvalEmails && { approvalEmails: [...new Set(emails.filter((email) => email !== undefined))] }),
    ...(parsed && { countries: [...new Set(parsed.filter((country) => country !== undefined))] }),
  };
}
