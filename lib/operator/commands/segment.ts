import type { Command } from 'commander';
import { findSchema } from '../../../shared/audience/custom-fields/define-fields';
import { previewAudience } from '../../../shared/audience/segments/preview-audience';
import { createSegment, deleteSegment } from '../../../shared/audience/segments/save-segment';
import { presentSegment } from '../../../shared/audience/segments/segment';
import { findSegmentOrThrow, listSegments } from '../../../shared/audience/segments/segment-store';
import { withCampaigns } from '../../../shared/campaigns/plan/campaigns-of-accounts';
import validatePreview from '../../../shared/platform/validation/generated/segment-preview';
import validateSegment from '../../../shared/platform/validation/generated/segment';
import { validateBody } from '../../../shared/platform/validation/validate-body';
import type { AddVerbs } from '../add-verbs';
import { audienceRows, lookUpRows } from '../audience-rows';
import { parseCount, parseName } from '../option-types';
import { readAudience } from '../read-audience';
import type { Cell, Report } from '../report';
import { addVerb, requireAccount, requireOpenAccount, withAccount } from '../verb';

type Shown = ReturnType<typeof presentSegment>;

const AUDIENCE_HELP =
  'audience as JSON, or @file: \'{"groups":["grp_…"],"filter":{"field":"address.state","op":"equals","value":"WA"}}\'; \'{"everyone":true}\' is every contact';

export const addSegmentVerbs: AddVerbs = (noun, io) => {
  addVerb<{ account: string; name: string; audience: string }>(noun, io, {
    name: 'create',
    summary: 'store an audience under a name',
    declare: (command) =>
      withAccount(command)
        .requiredOption('--name <name>', 'its name', parseName)
        .requiredOption('--audience <json>', AUDIENCE_HELP),
    run: async ({ target }, options) => {
      const account = await requireOpenAccount(target, options.account);
      const schema = await findSchema(target.table, account.id);
      const audience = await readAudience(options.audience);
      const body = validateBody(validateSegment, { name: options.name, audience });
      const segment = await createSegment(withCampaigns(target), { account, schema, body });
      return reportSegment(presentSegment(segment, schema));
    },
  });
  addVerb<{ account: string; limit?: number }>(noun, io, {
    name: 'list',
    summary: 'list segments, newest first',
    declare: (command) => withAccount(command).option('--limit <n>', 'at most so many (100)', parseCount),
    run: async ({ target }, options) => {
      const { id: accountId } = await requireAccount(target, options.account);
      const schema = await findSchema(target.table, accountId);
      const { segments } = await listSegments(target.table, {
        accountId,
        page: { limit: options.limit ?? 100, place: undefined },
        scope: { accountId, list: 'segments' },
      });
      return reportSegments(segments.map((segment) => presentSegment(segment, schema)));
    },
  });
  addVerb<{ account: string; segment: string }>(noun, io, {
    name: 'show',
    summary: 'show a segment with its audience',
    declare: withSegment,
    run: async ({ target }, { account, segment: id }) => {
      const { id: accountId } = await requireAccount(target, account);
      const segment = await findSegmentOrThrow(target.table, { accountId, id });
      return reportSegment(presentSegment(segment, await findSchema(target.table, accountId)));
    },
  });
  addVerb<{ account: string; segment?: string; audience?: string }>(noun, io, {
    name: 'preview',
    summary: 'count who is in a segment or an audience, and may be sent to',
    declare: (command) =>
      withAccount(command)
        .option('--segment <id>', 'segment, as "segment list" shows it')
        .option('--audience <json>', AUDIENCE_HELP),
    run: async ({ target }, options) => {
      const account = await requireAccount(target, options.account);
      const body = validateBody(validatePreview, {
        ...(options.segment !== undefined && { segmentId: options.segment }),
        ...(options.audience !== undefined && { audience: await readAudience(options.audience) }),
      });
      const schema = await findSchema(target.table, account.id);
      const count = (cursor: string | undefined) =>
        previewAudience(withCampaigns(target), { account, schema, body, cursor });
      const { sample, ...first } = await count(undefined);
      let counted: Omit<Preview, 'sample'> = first;
      while (counted.nextCursor !== undefined) counted = await count(counted.nextCursor);
      return reportPreview({ ...counted, sample });
    },
  });
  addVerb<{ account: string; segment: string }>(noun, io, {
    name: 'delete',
    summary: 'delete a segment; its contacts stay as they are',
    declare: withSegment,
    confirmation: (_session, { segment }) => ({ question: `Delete ${segment}?`, isYesRequired: false }),
    run: async ({ target }, { account, segment: segmentId }) => {
      const { id: accountId } = await requireAccount(target, account);
      await deleteSegment(withCampaigns(target), { accountId, segmentId });
      return { json: { id: segmentId }, rows: [], note: `${segmentId} is deleted.` };
    },
  });
};

type Preview = Awaited<ReturnType<typeof previewAudience>>;

function withSegment(command: Command): Command {
  return withAccount(command).requiredOption('--segment <id>', 'segment, as "segment list" shows it');
}

function reportSegment(segment: Shown): Report {
  return {
    json: segment,
    rows: [
      ['id', segment.id],
      ['name', segment.name],
      ['audience', JSON.stringify(segment.audience, undefined, 2)],
      ['created at', segment.createdAt],
      ['updated at', segment.updatedAt],
    ],
  };
}

function reportSegments(segments: Shown[]): Report {
  return {
    json: segments,
    head: ['id', 'name', 'updated at'],
    rows: segments.map(({ id, name, updatedAt }): Cell[] => [id, name, updatedAt]),
    ...(segments.length === 0 && { note: 'The account has no segments.' }),
  };
}

function reportPreview(preview: Preview): Report {
  return { json: preview, rows: [...audienceRows(preview), ...lookUpRows(preview)] };
}
