import { ServiceError } from '../../errors/service-error';
import { isoNow } from '../../platform/clock';
import type { Platform } from '../../platform/platform';
import { CONFLICT, retryOnConflict } from '../../platform/store/retry-on-conflict';
import type { CustomFieldSchema } from '../custom-fields/custom-field-schema';
import type { Audience } from './audience';
import type { Campaigns } from './campaigns';
import { type AudienceAccount, resolveAudience } from './resolve-audience';
import { audienceOfSegment, referencesOf, type Segment, segmentItem } from './segment';
import type { AudiencePatch, SegmentBody, SegmentPatch } from './segment.schema';
import { findSegmentOrThrow } from './segment-store';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'> & { campaigns: Campaigns };

interface Owner {
  account: AudienceAccount;
  schema: CustomFieldSchema;
}

/**
 * Stores an audience under a name.
 *
 * @throws ServiceError InvalidRequest, GroupNotFound, NoSuchResource as `resolveAudience` says
 *
 * **Source:** rules E3.
 */
export async function createSegment(deps: Deps, options: Owner & { body: SegmentBody }): Promise<Segment> {
  const { account, schema, body } = options;
  const { name, audience } = body;
  await resolveAudience(deps, { account, schema, audience, now: deps.clock.now() });
  const now = isoNow(deps.clock);
  const segment: Segment = {
    id: deps.ids.next('seg'),
    accountId: account.id,
    name,
    ...storedAudience(audience, schema),
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  await deps.table.put({ Item: segmentItem.item(segment, segment) });
  return segment;
}

/**
 * Changes a segment by a JSON Merge Patch; the filter of its audience is replaced as a whole.
 *
 * @throws ServiceError NoSuchResource there is no such segment; as `resolveAudience` says
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
    const stored =
      patch.audience && (await patchAudience(deps, { ...options, segment, patch: patch.audience }));
    const changed: Segment = {
      ...segment,
      name: patch.name ?? segment.name,
      ...(stored && storedAudience(stored, schema)),
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

async function patchAudience(
  deps: Deps,
  options: Owner & { segment: Segment; patch: AudiencePatch },
): Promise<Audience> {
  const { account, schema, segment, patch } = options;
  const parts = Object.entries({ ...audienceOfSegment(segment, schema), ...patch });
  const audience = Object.fromEntries(parts.filter(([, part]) => part !== null)) as Audience;
  await resolveAudience(deps, { account, schema, audience, now: deps.clock.now() });
  return audience;
}

function storedAudience(
  audience: Audience,
  schema: CustomFieldSchema,
): Pick<Segment, 'audience' | 'fieldReferences'> {
  return {
    audience: audience as Segment['audience'],
    fieldReferences: referencesOf(audience.filter, schema),
  };
}

/**
 * Deletes a segment.
 *
 * @throws ServiceError NoSuchResource there is no such segment, InvalidState a campaign that has not ended uses it
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
    const status = await deps.campaigns.findUnfinished(accountId, { segmentId });
    if (status !== undefined) throw new ServiceError('InvalidState', { details: { status } });
    const result = await deps.table.delete({
      Key: segmentItem.key(segment),
      ConditionExpression: 'version = :versionRead',
      ExpressionAttributeValues: { ':versionRead': segment.version },
    });
    return result.written ? undefined : CONFLICT;
  });
}
