import { changesOfWhole } from '../../shared/audit/tell-changes';
import type { InvalidField } from '../../shared/errors/error-details';
import { invalidRequest, ServiceError } from '../../shared/errors/service-error';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { userEndpoint } from '../../shared/http/user-endpoint';
import { requireOpenAccount } from '../../shared/operations/open-account';
import { findUseOfSender } from '../../shared/operations/use-of-sender';
import { parsePhoneCountry } from '../../shared/phone-numbers/country';
import validateCreate from '../../shared/platform/validation/generated/create-sender';
import validateUpdate from '../../shared/platform/validation/generated/update-sender';
import { parseIdentity, type SenderMember } from '../../shared/senders/sender';
import { readSenderState } from '../../shared/senders/sender-state';
import { changeSender, createSender, deleteSender } from '../../shared/senders/sender-store';
import * as routes from './senders.routes';

/** Routes of the senders of accounts, for operators. **Source:** rules 2.8, E6. */
export const OPERATOR_SENDER_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.createSender.route,
    handler: userEndpoint({
      route: routes.createSender.route,
      validate: validateCreate,
      handle: async ({ platform, audit, pathParameters, body: { name, members } }) => {
        const account = await requireOpenAccount(platform.table, pathParameters.accountId ?? '');
        const { id: accountId } = account;
        const sender = await createSender(platform, {
          ...{ accountId, content: { name, members: readMembers(members) } },
          beforeWrite: (before, after) => audit.tell({ accountId, changes: changesOfWhole(before, after) }),
        });
        return { status: 201, body: await readSenderState(platform.table, { sender, account }) };
      },
    }),
  },
  {
    route: routes.updateSender.route,
    handler: userEndpoint({
      route: routes.updateSender.route,
      validate: validateUpdate,
      handle: async ({ platform, audit, pathParameters, body: { name, members } }) => {
        const account = await requireOpenAccount(platform.table, pathParameters.accountId ?? '');
        const place = { accountId: account.id, senderId: pathParameters.id ?? '' };
        const sender = await changeSender(platform, {
          ...place,
          changes: {
            ...(name !== undefined && { name }),
            ...(members && { members: readMembers(members) }),
          },
          beforeWrite: (before, after) =>
            audit.tell({ ...aboutSender(place), changes: changesOfWhole(before, after) }),
        });
        return { status: 200, body: await readSenderState(platform.table, { sender, account }) };
      },
    }),
  },
  {
    route: routes.deleteSender.route,
    handler: userEndpoint({
      route: routes.deleteSender.route,
      handle: async ({ platform, audit, pathParameters: { accountId = '', id: senderId = '' } }) => {
        const place = { accountId, senderId };
        if ((await findUseOfSender(platform.table, place)).length > 0) {
          throw new ServiceError('InvalidState', { details: { status: 'senderInUse' } });
        }
        await deleteSender(platform, {
          ...place,
          beforeWrite: (before, after) =>
            audit.tell({ ...aboutSender(place), changes: changesOfWhole(before, after) }),
        });
        return { status: 204 };
      },
    }),
  },
];

const aboutSender = ({ accountId, senderId }: { accountId: string; senderId: string }) => ({
  accountId,
  target: { type: 'sender', id: senderId },
});

/** @throws ServiceError InvalidRequest with a pointer to every member and country that is none */
function readMembers(given: ReadonlyArray<{ identity: string; countries?: string[] }>): SenderMember[] {
  const errors: InvalidField[] = [];
  const members = given.map((member, index): SenderMember => {
    const pointer = `/members/${index}`;
    const identity = parseIdentity(member.identity);
    if (identity === undefined) errors.push({ pointer: `${pointer}/identity`, reason: NO_MEMBER });
    const countries = member.countries?.flatMap((code, place) => {
      const country = parsePhoneCountry(code);
      if (country !== undefined) return [country];
      errors.push({ pointer: `${pointer}/countries/${place}`, reason: NO_COUNTRY });
      return [];
    });
    return { identity: identity ?? '', countries: countries && [...new Set(countries)].sort() };
  });
  if (errors.length > 0) throw invalidRequest(...errors);
  return members;
}

const NO_MEMBER = 'must be a number of the account, pool:NAME or id:NAME';
const NO_COUNTRY = 'must be the two letters of a country, such as US';
