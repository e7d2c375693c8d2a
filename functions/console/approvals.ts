import { noteAutomation } from '../../shared/automations/plan/note-automation';
import { noteCampaign } from '../../shared/campaigns/plan/note-campaign';
import { changesOfWhole } from '../../shared/audit/tell-changes';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { actorOf } from '../../shared/http/caller';
import { endpoint } from '../../shared/http/endpoint';
import validateNoteAutomation from '../../shared/platform/validation/generated/note-automation';
import validateNoteCampaign from '../../shared/platform/validation/generated/note-campaign';
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
];
