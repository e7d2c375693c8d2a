import { readSchema } from '../../shared/audience/custom-fields/custom-field-schema';
import { changesBetween } from '../../shared/audit/tell-changes';
import { startAutomation } from '../../shared/automations/plan/change-automation';
import { withCampaigns } from '../../shared/campaigns/plan/campaigns-of-accounts';
import { launchCampaign } from '../../shared/campaigns/plan/launch-campaign';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { actorOf } from '../../shared/http/caller';
import { endpoint } from '../../shared/http/endpoint';
import { schemaKey } from '../../shared/platform/store/keys';
import validateSubmitAutomation from '../../shared/platform/validation/generated/submit-automation';
import validateSubmitCampaign from '../../shared/platform/validation/generated/submit-campaign';
import * as routes from './submissions.routes';

/** Routes by which users without the right to launch ask for an approval. **Source:** rules E4.7. */
export const SUBMISSION_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.submitCampaign.route,
    handler: endpoint({
      route: routes.submitCampaign.route,
      validate: validateSubmitCampaign,
      prefetch: ({ accountId }) => ({ schema: schemaKey(accountId) }),
      handle: async ({ platform, audit, account, caller, pathParameters, body, prefetched }) => {
        await launchCampaign(withCampaigns(platform), {
          account,
          schema: readSchema(prefetched.schema),
          campaignId: pathParameters.id ?? '',
          actor: actorOf(caller),
          submission: { note: noteOf(body) },
          beforeWrite: (before, after) => audit.tell({ changes: changesBetween(before, after) }),
        });
        return { status: 204 };
      },
    }),
  },
  {
    route: routes.submitAutomation.route,
    handler: endpoint({
      route: routes.submitAutomation.route,
      validate: validateSubmitAutomation,
      prefetch: ({ accountId }) => ({ schema: schemaKey(accountId) }),
      handle: async ({ platform, audit, account, caller, pathParameters, body, prefetched }) => {
        await startAutomation(withCampaigns(platform), {
          account,
          schema: readSchema(prefetched.schema),
          automationId: pathParameters.id ?? '',
          actor: actorOf(caller),
          submission: { note: noteOf(body) },
          beforeWrite: (before, after) => audit.tell({ changes: changesBetween(before, after) }),
        });
        return { status: 204 };
      },
    }),
  },
];

const noteOf = ({ note = '' }: { note?: string }): string | undefined => note.trim() || undefined;
