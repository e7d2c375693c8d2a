import { ServiceError } from '../../errors/service-error';
import { isoNow } from '../../platform/clock';
import type { Platform } from '../../platform/platform';
import { CONFLICT, retryOnConflict } from '../../platform/store/retry-on-conflict';
import type { CustomFieldSchema } from '../custom-fields/custom-field-schema';
import { type Audience, patchAudience } from './audience';
import type { Campaigns } from './campaigns';
import { type AudienceAccount, resolveAudience } from './resolve-audience';
import { audienceOfSegment, referencesOf, type Segment, segmentItem } from './segment';
import type { SegmentBody, SegmentPatch } from './segment.schema';
import { findSegmentOrThrow } from './segment-store';
import { storeAudience } from './stored-audience';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'> & { campaigns: Campaigns };

interface Owner {
  account: AudienceAccount;
  schema: CustomFieldSchema;
}

/**
 * Stores an audience under a name.
 *
 * @throws ServiceError InvalidRequest, GroupNotFound, NoSuchResource, as `resolveAudience` does
 *
 * **Source:** rules E3.
 */
export async function createSegment(deps: Deps, options: Owner & { body: SegmentBody }): Promise<Segment> {
  const { account, body } = options;
  const { name, audience } = body;
  const stored = await checkAudience(deps, { ...options, audience });
  const now = isoNow(deps.clock);
  const segment: Segment = {
    id: deps.ids.next('seg'),
    accountId: account.id,
    name,
    ...stored,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  await deps.table.put({ Item: segmentItem.item(segment, segment) });
  return segment;
}

/**
 * Changes a segment by a JSON Merge Patch; its audience is changed as by `patchAudience`.
 *
 * @throws ServiceError NoSuchResource when the segment does not exist; the errors of `resolveAudience`
 *
 * **Source:** rules E3; RFC 7396.
 */
export async function updateSegment(
  deps: Deps,
  options: Owner & { segmentId: string; patch: SegmentPatch },
): Promise<Segment> {
  const { account, schema, segmentId, patch } = options;
  return retryOnConflict(deps.table.waits, async () => {
    const segment = await findSegmentOrThrow(deps.table, { accountId: account.id, id: segmentId });
    if (patch.name === undefined && patch.audience === undefined) return segment;
    const audience = patch.audience && patchAudience(audienceOfSegment(segment, schema), patch.audience);
    const stored = audience && (await checkAudience(deps, { ...options, audience }));
    const changed: Segment = {
      ...segment,
      name: patch.name ?? segment.name,
      ...stored,
      version: segment.version + 1,
      updatedAt: isoNow(deps.clock),
    };
    const result = await deps.table.put({
      Item: segmentItem.item(segment, changed),
      ConditionExpression: 'version = :versionRead',
      ExpressionAttributeValues: { ':versionRead': segment.version },
    });
    return result.written ? changed : CONFLICT;
  });
}

async function checkAudience(
  deps: Deps,
  { account, schema, audience }: Owner & { audience: Audience },
): Promise<Pick<Segment, 'audience' | 'fieldReferences'>> {
  const { condition } = await resolveAudience(deps, { account, schema, audience, now: deps.clock.now() });
  return { audience: storeAudience(audience), fieldReferences: referencesOf(condition) };
}

/**
 * Deletes a segment.
 *
 * @throws ServiceError NoSuchResource when the segment does not exist, InvalidState when a draft of a campaign uses it
 *
 * **Source:** rules E3.
 */
export async function deleteSegment(
  deps: Pick<Deps, 'table' | 'campaigns'>,
  options: { accountId: string; segmentId: string },
): Promise<void> {
  const { accountId, segmentId } = options;
  await retryOnConflict(deps.table.waits, async () => {
    const segment = await findSegmentOrThrow(deps.table, { accountId, id: segmentId });
    const status = await deps.campaigns.findDraft(accountId, { segmentId });
    if (status !== undefined) throw new ServiceError('InvalidState', { details: { status } });
    const result = await deps.table.delete({
      Key: segmentItem.key(segment),
      ConditionExpression: 'version = :versionRead',
      ExpressionAttributeValues: { ':versionRead': segment.version },
    });
    return result.written ? undefined : CONFLICT;
  });
}
