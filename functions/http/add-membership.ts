import { findPhoneNumber, readPhoneNumber } from '../../shared/audience/contacts/phone-number-parameter';
import { presentContactWithGroups } from '../../shared/audience/groups/present-contact-with-groups';
import { readSchema } from '../../shared/audience/custom-fields/custom-field-schema';
import { addMembership, keysOfMembership } from '../../shared/audience/consent/add-membership';
import { findGroupId, readGroupId } from '../../shared/audience/groups/group-id';
import { checkTestList } from '../../shared/http/check-test-list';
import { endpoint } from '../../shared/http/endpoint';
import validate from '../../shared/platform/validation/generated/add-membership';
import { schemaKey } from '../../shared/platform/store/keys';
import * as routes from './groups.routes';

/** POST /api/v1/contacts/by-phone/{phoneNumber}/groups/{groupId}. **Source:** rules 4.6. */
export const handler = endpoint({
  route: routes.addMembership,
  validate,
  prefetch: ({ accountId, pathParameters }) => {
    const phoneNumber = findPhoneNumber(pathParameters);
    const groupId = findGroupId(pathParameters);
    if (phoneNumber === undefined || groupId === undefined) return undefined;
    return { schema: schemaKey(accountId), ...keysOfMembership(accountId, phoneNumber, groupId) };
  },
  handle: async ({ platform, account, caller, body, pathParameters, prefetched }) => {
    const phoneNumber = readPhoneNumber(pathParameters);
    const groupId = readGroupId(pathParameters);
    checkTestList({ account, caller }, groupId);
    const contact = await addMembership(platform, {
      account,
      phoneNumber,
      groupId,
      optInMode: body.optInMode ?? 'DIRECT',
      actor: { type: 'api' },
      items: prefetched,
    });
    return {
      status: 200,
      body: await presentContactWithGroups(platform.table, {
        contact,
        schema: readSchema(prefetched.schema),
      }),
    };
  },
});
