import { previewMerge } from '../../shared/audience/consent/preview-merge';
import { readPhoneNumber } from '../../shared/audience/contacts/phone-number-parameter';
import { presentContactWithGroups } from '../../shared/audience/groups/present-contact-with-groups';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { endpoint } from '../../shared/http/endpoint';
import * as routes from './merge.routes';
import { readDouble } from './read-double';

/** Route that shows what a merge would change. **Source:** rules 3.8. */
export const MERGE_PREVIEW_HANDLERS: ConsoleHandler[] = [
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
];
