import type { Account } from '../../shared/accounts/account';
import type { Actor } from '../../shared/accounts/actor';
import { type CustomFieldSchema, readSchema } from '../../shared/audience/custom-fields/custom-field-schema';
import { changesBetween } from '../../shared/audit/tell-changes';
import type { Campaigns } from '../../shared/audience/segments/campaigns';
import { approveCampaign, rejectCampaign } from '../../shared/campaigns/plan/approve-campaign';
import { withCampaigns } from '../../shared/campaigns/plan/campaigns-of-accounts';
import { deleteDraft, retryCampaign, updateDraft } from '../../shared/campaigns/plan/change-draft';
import { countCampaign } from '../../shared/campaigns/plan/count-campaign';
import { launchCampaign } from '../../shared/campaigns/plan/launch-campaign';
import { presentCampaign } from '../../shared/campaigns/plan/present-campaign';
import { steerCampaign, type Step } from '../../shared/campaigns/plan/steer-campaign';
import { submitCampaign } from '../../shared/campaigns/plan/submit-campaign';
import type { Campaign } from '../../shared/campaigns/record/campaign';
import { byRoute, type RouteHandler } from '../../shared/http/by-route';
import { actorOf } from '../../shared/http/caller';
import { endpoint } from '../../shared/http/endpoint';
import { requireScope } from '../../shared/http/require-scope';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type { CorePlatform } from '../../shared/platform/platform';
import { propertiesOf } from '../../shared/platform/is-record';
import { schemaKey } from '../../shared/platform/store/keys';
import validateApproval from '../../shared/platform/validation/generated/approval';
import validate from '../../shared/platform/validation/generated/campaign';
import validatePatch from '../../shared/platform/validation/generated/campaign-patch';
import validateRejection from '../../shared/platform/validation/generated/rejection';
import { validateBody, type Validator } from '../../shared/platform/validation/validate-body';
import { isIdempotencyKey } from '../../shared/sending/idempotency/is-idempotency-key';
import type { StoredAnswer } from '../../shared/sending/idempotency/key-record';
import { replayJobRequest } from '../../shared/sending/jobs/accept/request-key';
import * as steps from './campaign-steps.routes';
import * as routes from './campaigns.routes';

/** POST /api/v1/campaigns. **Source:** rules E4, 8.3. */
const create = endpoint({
  route: routes.createCampaign,
  validate,
  prefetch: ({ accountId }) => ({ schema: schemaKey(accountId) }),
  replay: async ({ platform, account, caller, body, limitReachedAtMs, countReplay }) => {
    const { idempotencyKey, launch } = propertiesOf(body);
    if (launch === true) requireScope(caller, 'campaigns:launch');
    if (typeof idempotencyKey !== 'string' || !isIdempotencyKey(idempotencyKey)) return undefined;
    const answer = await replayJobRequest(platform, {
      address: { accountId: account.id, scope: 'campaign', key: idempotencyKey },
      limitReachedAtMs,
      onRepeat: countReplay,
    });
    return answer && toAnswer({ ...answer, isReplay: true });
  },
  handle: async ({ platform, account, caller, body, prefetched }) => {
    const schema = readSchema(prefetched.schema);
    const actor = actorOf(caller);
    return toAnswer(await submitCampaign(withCampaigns(platform), { account, schema, body, actor }));
  },
});

function toAnswer({ status, body, isReplay }: StoredAnswer & { isReplay: boolean }) {
  const { id } = propertiesOf(body);
  return {
    status,
    body,
    headers: {
      location: `/api/v1/campaigns/${String(id)}`,
      ...(isReplay && { 'idempotent-replayed': 'true' }),
    },
  };
}

/** DELETE /api/v1/campaigns/{id}. **Source:** rules E4. */
const remove = endpoint({
  route: routes.deleteCampaign,
  handle: async ({ platform, account, pathParameters }) => {
    await deleteDraft(platform, { accountId: account.id, id: pathParameters.id ?? '' });
    return { status: 204 };
  },
});

type Deps = CorePlatform & { campaigns: Campaigns };

/** Request about one campaign. */
interface CampaignRequest<Body> {
  account: Account;
  schema: CustomFieldSchema;
  campaignId: string;
  body: Body;
  /** The caller. */
  actor: Actor;
  /** Tells the audit log what changes. */
  beforeWrite: (before: object, after: object) => void;
}

/** Makes a handler that changes a campaign and answers with it. */
function change<Body = undefined>(options: {
  route: AuthenticatedRoute;
  validate?: Validator<Body>;
  /** Absent: 200. */
  status?: 201 | 202;
  run: (deps: Deps, request: CampaignRequest<Body>) => Promise<Campaign>;
}): RouteHandler {
  const { route, status = 200, run } = options;
  const handler = endpoint({
    route,
    ...(options.validate && { validate: options.validate }),
    prefetch: ({ accountId }) => ({ schema: schemaKey(accountId) }),
    handle: async ({ platform, audit, account, caller, body, pathParameters, prefetched }) => {
      const schema = readSchema(prefetched.schema);
      const campaign = await run(withCampaigns(platform), {
        account,
        schema,
        campaignId: pathParameters.id ?? '',
        body,
        actor: actorOf(caller),
        beforeWrite: (before, after) => audit.tell({ changes: changesBetween(before, after) }),
      });
      const counted = await countCampaign(platform.table, campaign);
      return {
        status,
        body: presentCampaign(campaign, { schema, counted }),
        ...(status === 201 && { headers: { location: `/api/v1/campaigns/${campaign.id}` } }),
      };
    },
  });
  return { route, handler };
}

/** Makes a handler that decides on a launch: a caller who may not is told so whatever the body says. */
const decide = <Body>(options: {
  route: AuthenticatedRoute;
  validate: Validator<Body>;
  run: (
    deps: Deps,
    request: Omit<CampaignRequest<unknown>, 'body'> & { readBody: () => Body },
  ) => Promise<Campaign>;
}): RouteHandler =>
  change<unknown>({
    route: options.route,
    validate: isAnything,
    run: (deps, { body, ...request }) =>
      options.run(deps, { ...request, readBody: () => validateBody(options.validate, body) }),
  });

const isAnything: Validator<unknown> = (_body): _body is unknown => true;

/** Makes a handler that pauses, resumes or cancels a campaign. */
const steer = (route: AuthenticatedRoute, step: Step): RouteHandler =>
  change({
    route,
    run: (deps, { account, campaignId }) =>
      steerCampaign(deps, { accountId: account.id, id: campaignId, step }),
  });

/** The routes that plan campaigns and steer them. **Source:** rules E4. */
export const handler = byRoute([
  { route: routes.createCampaign, handler: create },
  change({
    route: routes.updateCampaign,
    validate: validatePatch,
    run: (deps, { body, ...request }) => updateDraft(deps, { ...request, patch: body }),
  }),
  { route: routes.deleteCampaign, handler: remove },
  change({ route: steps.launchCampaign, status: 202, run: launchCampaign }),
  decide({ route: steps.approveCampaign, validate: validateApproval, run: approveCampaign }),
  decide({ route: steps.rejectCampaign, validate: validateRejection, run: rejectCampaign }),
  steer(steps.pauseCampaign, 'pause'),
  steer(steps.resumeCampaign, 'resume'),
  steer(steps.cancelCampaign, 'cancel'),
  change({ route: steps.retryCampaign, status: 201, run: retryCampaign }),
]);
