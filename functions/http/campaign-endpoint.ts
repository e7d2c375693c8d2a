import type { Account } from '../../shared/accounts/account';
import type { Campaigns } from '../../shared/audience/segments/campaigns';
import { type CustomFieldSchema, readSchema } from '../../shared/audience/custom-fields/custom-field-schema';
import { countCampaign } from '../../shared/campaigns/plan/count-campaign';
import { presentCampaign } from '../../shared/campaigns/plan/present-campaign';
import type { Actor } from '../../shared/accounts/actor';
import type { Campaign } from '../../shared/campaigns/record/campaign';
import { actorOf } from '../../shared/http/caller';
import { endpoint } from '../../shared/http/endpoint';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type { CorePlatform } from '../../shared/platform/platform';
import { schemaKey } from '../../shared/platform/store/keys';
import { validateBody, type Validator } from '../../shared/platform/validation/validate-body';
import { withCampaigns } from './campaigns';

/** What is asked of a campaign. */
export interface CampaignRequest<Body> {
  account: Account;
  schema: CustomFieldSchema;
  campaignId: string;
  body: Body;
  /** Who asks. */
  actor: Actor;
}

/** The handler of a route that answers with the campaign that it does something to. */
export function campaignEndpoint<Body = undefined>(options: {
  route: AuthenticatedRoute;
  validate?: Validator<Body>;
  status: 200 | 201 | 202;
  run: (deps: CorePlatform & { campaigns: Campaigns }, request: CampaignRequest<Body>) => Promise<Campaign>;
}) {
  const { route, status, run } = options;
  return endpoint({
    route,
    ...(options.validate && { validate: options.validate }),
    prefetch: ({ accountId }) => ({ schema: schemaKey(accountId) }),
    handle: async ({ platform, account, caller, body, pathParameters, prefetched }) => {
      const schema = readSchema(prefetched.schema);
      const campaign = await run(withCampaigns(platform), {
        account,
        schema,
        campaignId: pathParameters.id ?? '',
        body,
        actor: actorOf(caller),
      });
      const counted = await countCampaign(platform.table, campaign);
      return {
        status,
        body: presentCampaign(campaign, { schema, counted }),
        ...(status === 201 && { headers: { location: `/api/v1/campaigns/${campaign.id}` } }),
      };
    },
  });
}

/**
 * The handler of a route on which people decide on a launch: a caller who may not is told so whatever the body says.
 */
export function decisionEndpoint<Body>(options: {
  route: AuthenticatedRoute;
  validate: Validator<Body>;
  run: (
    deps: CorePlatform & { campaigns: Campaigns },
    request: Omit<CampaignRequest<unknown>, 'body'> & { readBody: () => Body },
  ) => Promise<Campaign>;
}) {
  const { route, validate, run } = options;
  return campaignEndpoint<unknown>({
    route,
    validate: isAnything,
    status: 200,
    run: (deps, { body, ...request }) =>
      run(deps, { ...request, readBody: () => validateBody(validate, body) }),
  });
}

const isAnything: Validator<unknown> = (_body): _body is unknown => true;
