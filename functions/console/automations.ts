import type { Scope } from '../../shared/accounts/scopes';
import { readSchema } from '../../shared/audience/custom-fields/custom-field-schema';
import { mayDecideOn } from '../../shared/automations/plan/change-automation';
import { countVersions } from '../../shared/automations/plan/count-automation';
import { mayNoteOn } from '../../shared/automations/plan/note-automation';
import { presentPlan } from '../../shared/automations/plan/present-automation';
import { findAutomationOrThrow } from '../../shared/automations/record/automation-store';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { actorOf } from '../../shared/http/caller';
import { endpoint } from '../../shared/http/endpoint';
import { schemaKey } from '../../shared/platform/store/keys';
import * as routes from './automations.routes';
import { named } from './named-actor';

/** Routes for data of automations that the API does not have. **Source:** rules E10. */
export const AUTOMATION_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.getAutomationStart.route,
    handler: endpoint({
      route: routes.getAutomationStart.route,
      handle: async ({ platform: { table }, account, caller, pathParameters: { id = '' } }) => {
        const automation = await findAutomationOrThrow(table, { accountId: account.id, automationId: id });
        const { startedAt, startedBy, decidedBy, note } = automation;
        const has = (right: Scope) => caller.scopes?.some((scope) => scope === right) === true;
        return {
          status: 200,
          body: {
            mayDecide: has('campaigns:launch') && mayDecideOn(automation, actorOf(caller)),
            mayNote: has('campaigns:write') && mayNoteOn(automation, actorOf(caller)),
            note,
            startedAt,
            startedBy: startedBy && (await named(table, startedBy)),
            decidedBy: decidedBy && (await named(table, decidedBy)),
          },
        };
      },
    }),
  },
  {
    route: routes.listAutomationVersions.route,
    handler: endpoint({
      route: routes.listAutomationVersions.route,
      prefetch: ({ accountId }) => ({ schema: schemaKey(accountId) }),
      handle: async ({ platform: { table }, account, pathParameters: { id = '' }, prefetched }) => {
        const automation = await findAutomationOrThrow(table, { accountId: account.id, automationId: id });
        const schema = readSchema(prefetched.schema);
        const { versions } = await countVersions(table, automation);
        const results = versions.reverse().map(({ version, counts, steps, leftBy }) => ({
          version: version.version,
          isActive: version.version === automation.activeVersion,
          plan: presentPlan(version.plan, schema),
          counts,
          steps: steps.map((ofStep, index) => ({ counts: ofStep, leftBy: leftBy[index] ?? {} })),
        }));
        return { status: 200, body: { results } };
      },
    }),
  },
];
