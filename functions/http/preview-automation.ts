import { readPhoneNumber } from '../../shared/audience/contacts/phone-number-parameter';
import { readSchema } from '../../shared/audience/custom-fields/custom-field-schema';
import { onePreviewAtATime } from '../../shared/audience/segments/one-preview-at-a-time';
import { foreseeWay } from '../../shared/automations/plan/foresee-way';
import { previewAutomation } from '../../shared/automations/plan/preview-automation';
import { findAutomationOrThrow } from '../../shared/automations/record/automation-store';
import { withCampaigns } from '../../shared/campaigns/plan/campaigns-of-accounts';
import { byRoute } from '../../shared/http/by-route';
import { endpoint } from '../../shared/http/endpoint';
import { schemaKey } from '../../shared/platform/store/keys';
import * as routes from './automations.routes';

/** POST /api/v1/automations/{id}/preview. **Source:** rules E10. */
const preview = endpoint({
  route: routes.previewAutomation,
  prefetch: ({ accountId }) => ({ schema: schemaKey(accountId) }),
  handle: async ({ platform, account, pathParameters, prefetched }) => {
    const schema = readSchema(prefetched.schema);
    const automationId = pathParameters.id ?? '';
    const automation = await findAutomationOrThrow(platform.table, { accountId: account.id, automationId });
    const deps = withCampaigns(platform);
    return {
      status: 200,
      body: await onePreviewAtATime(deps, account.id, () =>
        previewAutomation(deps, { account, schema, automation }),
      ),
    };
  },
});

/** GET /api/v1/automations/{id}/forecast/{phoneNumber}. **Source:** rules E10. */
const forecast = endpoint({
  route: routes.forecastAutomation,
  prefetch: ({ accountId }) => ({ schema: schemaKey(accountId) }),
  handle: async ({ platform, account, pathParameters, prefetched }) => {
    const phoneNumber = readPhoneNumber(pathParameters);
    const address = { accountId: account.id, automationId: pathParameters.id ?? '' };
    const automation = await findAutomationOrThrow(platform.table, address);
    const schema = readSchema(prefetched.schema);
    return {
      status: 200,
      body: await foreseeWay(withCampaigns(platform), { account, schema, automation, phoneNumber }),
    };
  },
});

/** The routes that say what an automation would do. **Source:** rules E10. */
export const handler = byRoute([
  { route: routes.previewAutomation, handler: preview },
  { route: routes.forecastAutomation, handler: forecast },
]);
