import { readSchema } from '../../shared/audience/custom-fields/custom-field-schema';
import { startAutomation } from '../../shared/automations/plan/change-automation';
import { noteAutomation } from '../../shared/automations/plan/note-automation';
import { withCampaigns } from '../../shared/campaigns/plan/campaigns-of-accounts';
import { launchCampaign } from '../../shared/campaigns/plan/launch-campaign';
import { noteCampaign } from '../../shared/campaigns/plan/note-campaign';
import { changesBetween, changesOfWhole } from '../../shared/audit/tell-changes';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { actorOf } from '../../shared/http/caller';
import { endpoint } from '../../shared/http/endpoint';
import validateNoteAutomation from '../../shared/platform/validation/generated/note-automation';
import validateNoteCampaign from '../../shared/platform/validation/generated/note-campaign';
import validateSubmitAutomation from '../../shared/platform/validation/generated/submit-automation';
import validateSubmitCampaign from '../../shared/platform/validation/generated/submit-campaign';
import { schemaKey } from '../../shared/platform/store/keys';
import * as routes from './approvals.routes';

/** Routes of approvals that the API does not have. **Source:** rules E4.7. */
export const APPROVAL_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.noteCampaign.route,
    handler: endpoint({
      route: routes.noteCampaign.route,
      validate: validateNoteCampaign,
      handle: async ({ platform, audit, account, caller, pathParameters: { id = '' }, body: { note } }) => {
        await noteCampaign(platform, {
          accountId: account.id,
          id,
          note: note.trim(),
          actor: actorOf(caller),
          beforeWrite: (before, after) => audit.tell({ changes: changesOfWhole(before, after) }),
        });
        return { status: 204 };
      },
    }),
  },
  {
    route: routes.noteAutomation.route,
    handler: endpoint({
      route: routes.noteAutomation.route,
      validate: validateNoteAutomation,
      handle: async ({ platform, audit, account, caller, pathParameters: { id = '' }, body: { note } }) => {
        await noteAutomation(platform, {
          ...{ account, automationId: id, note: note.trim(), actor: actorOf(caller) },
          beforeWrite: (before, after) => audit.tell({ changes: changesOfWhole(before, after) }),
        });
        return { status: 204 };
      },
    }),
  },
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
