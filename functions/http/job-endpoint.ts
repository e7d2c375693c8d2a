import { endpoint } from '../../shared/http/endpoint';
import type { AuthenticatedRoute } from '../../shared/http/route';
import { propertiesOf } from '../../shared/platform/is-record';
import { isIdempotencyKey } from '../../shared/sending/idempotency/is-idempotency-key';
import type { StoredAnswer } from '../../shared/sending/idempotency/key-record';
import type { JobKind } from '../../shared/sending/jobs/job';
import type { JobRequestBody } from '../../shared/sending/jobs/job-request.schema';
import { replayJobRequest } from '../../shared/sending/jobs/accept/request-key';
import { submitJob } from '../../shared/sending/jobs/accept/submit-job';
import type { Validator } from '../../shared/platform/validation/validate-body';

/** The handler of a job's acceptance; broadcast and batch differ in their schema only. */
export function jobEndpoint(options: {
  kind: JobKind;
  route: AuthenticatedRoute;
  validate: Validator<JobRequestBody>;
}) {
  const { kind, route } = options;
  return endpoint({
    route,
    validate: options.validate,
    replay: async ({ platform, account, body, limitReachedAtMs, countReplay }) => {
      const { idempotencyKey: key, dryRun } = propertiesOf(body);
      if (typeof key !== 'string' || !isIdempotencyKey(key) || dryRun === true) return undefined;
      const address = { accountId: account.id, scope: kind, key };
      const answer = await replayJobRequest(platform, {
        address,
        limitReachedAtMs,
        onRepeat: countReplay,
      });
      return answer && toAnswer({ ...answer, isReplay: true });
    },
    handle: async ({ platform, account, body }) => {
      const submitted = await submitJob(platform, { kind, account, request: body });
      const { totalRecipients } = propertiesOf(submitted.body);
      if (submitted.status === 202 && !submitted.isReplay && typeof totalRecipients === 'number') {
        platform.metrics.record('JobsAccepted', 1);
        platform.metrics.record('RecipientsAccepted', totalRecipients);
      }
      return toAnswer(submitted);
    },
  });

  function toAnswer({ status, body, isReplay }: StoredAnswer & { isReplay: boolean }) {
    const { id } = propertiesOf(body);
    return {
      status,
      body,
      headers: {
        ...(typeof id === 'string' && { location: `/api/v1/messaging/${kind}/${id}` }),
        ...(isReplay && { 'idempotent-replayed': 'true' }),
      },
    };
  }
}
