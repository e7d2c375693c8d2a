import { mergeContacts, previewMerge } from '../../shared/audience/consent/merge-contacts';
import { readPhoneNumber } from '../../shared/audience/contacts/phone-number-parameter';
import { presentContactWithGroups } from '../../shared/audience/groups/present-contact-with-groups';
import { invalidRequest } from '../../shared/errors/service-error';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { endpoint } from '../../shared/http/endpoint';
import validateMerge from '../../shared/platform/validation/generated/merge-contacts';
import { type E164, parseE164 } from '../../shared/phone-numbers/e164';
import * as routes from './merge.routes';

/** Routes that merge two contacts of one person. **Source:** rules 3.7. */
export const MERGE_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.previewMerge.route,
    handler: endpoint({
      route: routes.previewMerge.route,
      handle: async ({ platform: { table }, account, pathParameters, query }) => {
        const phoneNumber = readPhoneNumber(pathParameters);
        const double = readDouble(query.double ?? '', '?double');
        const {
          kept,
          double: other,
          schema,
          ...preview
        } = await previewMerge(table, {
          ...{ accountId: account.id, phoneNumber, double },
        });
        const [keptAnswer, doubleAnswer] = await Promise.all(
          [kept, other].map((contact) => presentContactWithGroups(table, { contact, schema })),
        );
        return { status: 200, body: { ...preview, kept: keptAnswer, double: doubleAnswer } };
      },
    }),
  },
  {
    route: routes.mergeContacts.route,
    handler: endpoint({
      route: routes.mergeContacts.route,
      validate: validateMerge,
      handle: async ({ platform, audit, account, pathParameters, body: { double, version, take = [] } }) => {
        const { contact, schema } = await mergeContacts(platform, {
          accountId: account.id,
          phoneNumber: readPhoneNumber(pathParameters),
          double: readDouble(double, '/double'),
          ...{ version, take },
          beforeWrite: ({ kept, double: other }) =>
            audit.tell({
              target: { type: 'contact', id: kept.id },
              related: other.id,
              changes: [{ what: 'double', from: other.id, to: kept.id }],
            }),
        });
        const answer = await presentContactWithGroups(platform.table, { contact, schema });
        return { status: 200, body: { contact: answer } };
      },
    }),
  },
];

function readDouble(raw: string, pointer: string): E164 {
  const double = parseE164(raw);
  if (double === undefined)
    throw invalidRequest({ pointer, reason: 'must be a phone number in E.164, such as +12125550123' });
  return double;
}
