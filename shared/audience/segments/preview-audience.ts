import type { Account } from '../../accounts/account';
import { invalidRequest } from '../../errors/service-error';
import { PREVIEW_AT_MOST_MS } from '../../limits';
import { readListCursor, writeListCursor } from '../../lists/list-query';
import type { Platform } from '../../platform/platform';
import type { CustomFieldSchema } from '../custom-fields/custom-field-schema';
import { presentContacts } from '../groups/present-contact-with-groups';
import type { Audience } from './audience';
import type { Campaigns } from './campaigns';
import { countAudience } from './internal/count-audience';
import { readCountPlace, writeCountPlace } from './internal/count-place';
import { type AudienceAccount, resolveAudience } from './resolve-audience';
import { audienceOfSegment } from './segment';
import type { PreviewBody } from './segment.schema';
import { findSegmentOrThrow } from './segment-store';

type Deps = Pick<Platform, 'table' | 'clock'> & { campaigns: Campaigns };

/**
 * Counts the contacts in an audience or a segment and those that can be sent to, and returns a sample of them. A count that ran
 * out of time estimates the rest, and its cursor continues it.
 *
 * @throws ServiceError NoSuchResource when the segment does not exist; the errors of `resolveAudience`
 *
 * **Source:** rules E3.
 */
export async function previewAudience(
  deps: Deps,
  options: {
    account: AudienceAccount & Pick<Account, 'carrierLookup'>;
    schema: CustomFieldSchema;
    body: PreviewBody;
    /** `nextCursor` of an earlier preview of the same audience. */
    cursor: string | undefined;
  },
) {
  const { account, schema, body, cursor } = options;
  const accountId = account.id;
  const audience = await audienceOf(deps, { accountId, schema, body });
  // A segment can be changed between two parts of a count.
  const scope = { accountId, list: 'preview', filter: { audience: JSON.stringify(audience) } };
  const from = cursor === undefined ? undefined : readCountPlace(readListCursor(scope, cursor));
  const resolved = await resolveAudience(deps, { account, schema, audience, now: deps.clock.now() });
  const { sample, next, ...count } = await countAudience(deps, resolved, {
    from,
    atMostMs: PREVIEW_AT_MOST_MS,
    carrierLookup: account.carrierLookup,
  });
  return {
    ...count,
    ...(next && { nextCursor: writeListCursor(scope, writeCountPlace(next)) }),
    sample: await presentContacts(deps.table, { accountId, contacts: sample, schema }),
  };
}

/** Returns the audience of a request: its own, or that of the segment that it names. */
export async function audienceOf(
  { table }: Pick<Deps, 'table'>,
  options: { accountId: string; schema: CustomFieldSchema; body: PreviewBody },
): Promise<Audience> {
  const { accountId, schema, body } = options;
  const { audience, segmentId } = body;
  if (segmentId === undefined) {
    if (audience) return audience;
    throw invalidRequest({ pointer: '/audience', reason: 'required, unless there is a segmentId' });
  }
  if (audience) throw invalidRequest({ pointer: '/segmentId', reason: 'not allowed beside audience' });
  return audienceOfSegment(await findSegmentOrThrow(table, { accountId, id: segmentId }), schema);
}
