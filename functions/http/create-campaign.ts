import { readSchema } from '../../shared/audience/custom-fields/custom-field-schema';
import type { CampaignBody } from '../../shared/campaigns/plan/campaign.schema';
import { submitCampaign } from '../../shared/campaigns/plan/submit-campaign';
import { actorOf } from '../../shared/http/caller';
import { endpoint } from '../../shared/http/endpoint';
import { requireScope } from '../../shared/http/require-scope';
import { schemaKey } from '../../shared/platform/store/keys';
import validate from '../../shared/platform/validation/generated/campaign';
import { isIdempotencyKey } from '../../shared/sending/idempotency/is-idempotency-key';
import type { StoredAnswer } from '../../shared/sending/idempotency/key-record';
import { replayJobRequest } from '../../shared/sending/jobs/accept/request-key';
import { withCampaigns } from './campaigns';
import { route } from './create-campaign.route';

export { route };

/** POST /api/v1/campaigns. **Source:** rules E4, 8.3. */
export const handler = endpoint({
  route,
  validate: validate<CampaignBody>,
  prefetch: ({ accountId }) => ({ schema: schemaKey(accountId) }),
  replay: async ({ platform, account, caller, body, limitReachedAtMs, countReplay }) => {
    const { idempotencyKey, launch } = (body ?? {}) as Record<string, unknown>;
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
  const { id } = body as { id: string };
  return {
    status,
    body,
    headers: { location: `/api/v1/campaigns/${id}`, ...(isReplay && { 'idempotent-replayed': 'true' }) },
  };
}
