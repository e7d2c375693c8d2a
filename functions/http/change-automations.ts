import type { Account } from '../../shared/accounts/account';
import type { Actor } from '../../shared/accounts/actor';
import { type CustomFieldSchema, readSchema } from '../../shared/audience/custom-fields/custom-field-schema';
import {
  approveAutomation,
  createAutomation,
  deleteAutomation,
  rejectAutomation,
  startAutomation,
  updateAutomation,
} from '../../shared/automations/plan/change-automation';
import type { PlanDeps } from '../../shared/automations/plan/check-automation';
import { countAutomation } from '../../shared/automations/plan/count-automation';
import { presentAutomation } from '../../shared/automations/plan/present-automation';
import { steerAutomation, type Steering } from '../../shared/automations/plan/steer-automation';
import type { Automation } from '../../shared/automations/record/automation';
import { withCampaigns } from '../../shared/campaigns/plan/campaigns-of-accounts';
import { changesBetween } from '../../shared/audit/tell-changes';
import { byRoute, type RouteHandler } from '../../shared/http/by-route';
import { actorOf } from '../../shared/http/caller';
import { endpoint } from '../../shared/http/endpoint';
import { requireScope } from '../../shared/http/require-scope';
import type { AuthenticatedRoute } from '../../shared/http/route';
import { schemaKey } from '../../shared/platform/store/keys';
import validateApproval from '../../shared/platform/validation/generated/approval';
import validate from '../../shared/platform/validation/generated/automation';
import validatePatch from '../../shared/platform/validation/generated/automation-patch';
import validateRejection from '../../shared/platform/validation/generated/rejection';
import { validateBody, type Validator } from '../../shared/platform/validation/validate-body';
import * as routes from './automations.routes';

interface AutomationRequest<Body> {
  account: Account;
  schema: CustomFieldSchema;
  automationId: string;
  body: Body;
  actor: Actor;
  /** @throws ServiceError Forbidden for a caller without the right to start automations */
  checkMayStart: () => void;
  /** Tells the audit log what changes. */
  beforeWrite: (before: object, after: object) => void;
}

/** Makes a handler that changes an automation and answers with it. */
function change<Body = undefined>(options: {
  route: AuthenticatedRoute;
  validate?: Validator<Body>;
  /** Absent: 200. */
  status?: 201;
  run: (deps: PlanDeps, request: AutomationRequest<Body>) => Promise<Automation>;
}): RouteHandler {
  const { route, status = 200, run } = options;
  const handler = endpoint({
    route,
    ...(options.validate && { validate: options.validate }),
    prefetch: ({ accountId }) => ({ schema: schemaKey(accountId) }),
    handle: async ({ platform, audit, account, caller, body, pathParameters, prefetched }) => {
      const schema = readSchema(prefetched.schema);
      const automation = await run(withCampaigns(platform), {
        ...{ account, schema, body },
        automationId: pathParameters.id ?? '',
        actor: actorOf(caller),
        checkMayStart: () => requireScope(caller, 'campaigns:launch'),
        beforeWrite: (before, after) => audit.tell({ changes: changesBetween(before, after) }),
      });
      const counted = await countAutomation(platform.table, automation);
      return {
        status,
        body: presentAutomation(automation, { schema, counted }),
        ...(status === 201 && { headers: { location: `/api/v1/automations/${automation.id}` } }),
      };
    },
  });
  return { route, handler };
}

/** DELETE /api/v1/automations/{id}. **Source:** rules E10. */
const remove = endpoint({
  route: routes.deleteAutomation,
  handle: async ({ platform, account, pathParameters }) => {
    const { id: automationId = '' } = pathParameters;
    await deleteAutomation(withCampaigns(platform), { accountId: account.id, automationId });
    return { status: 204 };
  },
});

/** Makes a handler that decides on a start: a caller who may not is told so whatever the body says. */
const decide = <Body>(options: {
  route: AuthenticatedRoute;
  validate: Validator<Body>;
  run: (
    deps: PlanDeps,
    request: Omit<AutomationRequest<unknown>, 'body'> & { readBody: () => Body },
  ) => Promise<Automation>;
}): RouteHandler =>
  change<unknown>({
    route: options.route,
    validate: isAnything,
    run: (deps, { body, ...request }) =>
      options.run(deps, { ...request, readBody: () => validateBody(options.validate, body) }),
  });

const isAnything: Validator<unknown> = (_body): _body is unknown => true;

const steer = (route: AuthenticatedRoute, step: Steering): RouteHandler =>
  change({ route, run: (deps, request) => steerAutomation(deps, { ...request, step }) });

/** The routes that plan automations and steer them. **Source:** rules E10. */
export const handler = byRoute([
  change({ route: routes.createAutomation, validate, status: 201, run: createAutomation }),
  change({ route: routes.updateAutomation, validate: validatePatch, run: updateAutomation }),
  { route: routes.deleteAutomation, handler: remove },
  change({ route: routes.startAutomation, run: startAutomation }),
  decide({ route: routes.approveAutomation, validate: validateApproval, run: approveAutomation }),
  decide({ route: routes.rejectAutomation, validate: validateRejection, run: rejectAutomation }),
  steer(routes.pauseAutomation, 'pause'),
  steer(routes.resumeAutomation, 'resume'),
  steer(routes.stopAutomation, 'stop'),
]);
