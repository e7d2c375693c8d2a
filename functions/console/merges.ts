import { mergeContacts } from '../../shared/audience/consent/merge-contacts';
import { readPhoneNumber } from '../../shared/audience/contacts/phone-number-parameter';
import { presentContactWithGroups } from '../../shared/audience/groups/present-contact-with-groups';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { endpoint } from '../../shared/http/endpoint';
import validateMerge from '../../shared/platform/validation/generated/merge-contacts';
import * as routes from './merge.routes';
import { readDouble } from './read-double';

/** Route that merges two contacts of one person. **Source:** rules 3.8. */
export const MERGE_HANDLERS: ConsoleHandler[] = [
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
            }),
        });
        const answer = await presentContactWithGroups(platform.table, { contact, schema });
        return { status: 200, body: { contact: answer } };
      },
    }),
  },
];
