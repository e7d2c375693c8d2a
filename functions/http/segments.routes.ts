import {
  PREVIEW_ANSWER_SCHEMA,
  SEGMENT_ANSWER_SCHEMA,
  SEGMENT_PAGE_SCHEMA,
} from '../../shared/audience/segments/segment-answer.schema';
import {
  PREVIEW_SCHEMA,
  SEGMENT_PATCH_SCHEMA,
  SEGMENT_SCHEMA,
} from '../../shared/audience/segments/segment.schema';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type { DescribedAnswer, RouteDocumentation } from '../../shared/http/route-documentation';
import { CURSOR_SCHEMA, PAGE_QUERY } from '../../shared/lists/page.schema';
import type { TableAccess } from '../../shared/platform/store/table-access';

export const createSegment = {
  operationId: 'createSegment',
  method: 'POST',
  path: '/api/v1/segments',
  handler: 'functions/http/change-segments.ts',
  authentication: 'basic',
  scope: 'contacts:write',
  bucket: 'campaignWrite',
  summary: 'Create a segment',
} as const satisfies AuthenticatedRoute;

export const listSegments = {
  operationId: 'listSegments',
  method: 'GET',
  path: '/api/v1/segments',
  handler: 'functions/http/read-segments.ts',
  authentication: 'basic',
  scope: 'contacts:read',
  bucket: 'read',
  summary: 'List segments, newest first',
} as const satisfies AuthenticatedRoute;

export const getSegment = {
  operationId: 'getSegment',
  method: 'GET',
  path: '/api/v1/segments/{id}',
  handler: 'functions/http/read-segments.ts',
  authentication: 'basic',
  scope: 'contacts:read',
  bucket: 'read',
  summary: 'Read a segment',
} as const satisfies AuthenticatedRoute;

export const updateSegment = {
  operationId: 'updateSegment',
  method: 'PATCH',
  path: '/api/v1/segments/{id}',
  handler: 'functions/http/change-segments.ts',
  authentication: 'basic',
  scope: 'contacts:write',
  bucket: 'campaignWrite',
  summary: 'Change a segment',
} as const satisfies AuthenticatedRoute;

export const deleteSegment = {
  operationId: 'deleteSegment',
  method: 'DELETE',
  path: '/api/v1/segments/{id}',
  handler: 'functions/http/change-segments.ts',
  authentication: 'basic',
  scope: 'contacts:write',
  bucket: 'campaignWrite',
  summary: 'Delete a segment',
} as const satisfies AuthenticatedRoute;

export const previewSegment = {
  operationId: 'previewSegment',
  method: 'POST',
  path: '/api/v1/segments/preview',
  handler: 'functions/http/preview-segment.ts',
  authentication: 'basic',
  scope: 'contacts:read',
  bucket: 'campaignWrite',
  isAudited: false,
  summary: 'Count an audience',
} as const satisfies AuthenticatedRoute;

const PREVIEW_CURSOR = {
  name: 'cursor',
  description: '`nextCursor` of a preview that is not complete, with the same body.',
  schema: CURSOR_SCHEMA,
};

const AUDIENCE = {
  filter: {
    all: [
      { field: 'address.postalCode', op: 'startsWith', value: '981' },
      { not: { field: 'birthDate', op: 'exists', value: false } },
    ],
  },
};
const EXAMPLE = {
  id: 'seg_01KJMNEX00B6T1H3W9KQ4ZC8YD',
  name: 'Seattle',
  audience: AUDIENCE,
  createdAt: '2026-03-01T12:00:00.000Z',
  updatedAt: '2026-03-01T12:00:00.000Z',
};

const segmentAnswer = (description: string): DescribedAnswer => ({
  description,
  schema: { Segment: SEGMENT_ANSWER_SCHEMA },
  examples: { segment: { summary: 'A segment', value: EXAMPLE } },
});

export const SEGMENT_ROUTES = [
  {
    route: createSegment,
    access: (): TableAccess[] => [{ read: ['account', 'campaign'], query: ['account'], put: ['segment'] }],
    documentation: (): RouteDocumentation => ({
      tag: 'Segments',
      description: 'Stores an audience under a name. Custom fields are followed when their labels change.',
      request: {
        name: 'segment',
        schema: SEGMENT_SCHEMA,
        isRequired: true,
        examples: { segment: { summary: 'By postal code', value: { name: 'Seattle', audience: AUDIENCE } } },
      },
      answers: { 201: segmentAnswer('The segment.') },
      errors: [33031, 33110],
    }),
  },
  {
    route: listSegments,
    access: (): TableAccess[] => [{ read: ['account'], query: ['segment'] }],
    documentation: (): RouteDocumentation => ({
      tag: 'Segments',
      description: 'Newest first, in pages.',
      query: PAGE_QUERY,
      answers: {
        200: {
          description: 'A page.',
          schema: { SegmentPage: SEGMENT_PAGE_SCHEMA },
          examples: {
            page: { summary: 'One segment in all', value: { results: [EXAMPLE] } },
          },
        },
      },
      errors: [33100],
    }),
  },
  {
    route: getSegment,
    access: (): TableAccess[] => [{ read: ['account', 'segment'] }],
    documentation: (): RouteDocumentation => ({
      tag: 'Segments',
      description: 'One segment, with the labels that its custom fields have now.',
      answers: { 200: segmentAnswer('The segment.') },
      errors: [33110],
    }),
  },
  {
    route: updateSegment,
    access: (): TableAccess[] => [
      { read: ['account', 'segment', 'campaign'], query: ['account'], put: ['segment'] },
    ],
    documentation: (): RouteDocumentation => ({
      tag: 'Segments',
      description:
        'A JSON Merge Patch (RFC 7396): absent is unchanged, a value sets. In `audience`, `null` takes a part out; `filter` and the lists are replaced as a whole.',
      request: {
        name: 'segment-patch',
        schema: SEGMENT_PATCH_SCHEMA,
        isRequired: false,
        examples: {
          patch: {
            summary: 'Another name, and without a filter',
            value: { name: 'Everybody', audience: { filter: null } },
          },
        },
      },
      answers: { 200: segmentAnswer('The segment after the change.') },
      errors: [33031, 33110],
    }),
  },
  {
    route: deleteSegment,
    access: (): TableAccess[] => [{ read: ['account', 'segment'], query: ['campaign'], delete: ['segment'] }],
    documentation: (): RouteDocumentation => ({
      tag: 'Segments',
      description:
        'Refused while a draft of a campaign uses it; a campaign that was launched has a copy. The contacts stay as they are.',
      answers: { 204: { description: 'It is deleted.' } },
      errors: [33110, 33111],
    }),
  },
  {
    route: previewSegment,
    access: (): TableAccess[] => [
      {
        read: ['account', 'campaign', 'campaignRun', 'contact', 'job', 'segment'],
        query: ['account', 'campaignRun'],
        delete: ['rateWindow'],
        listContacts: true,
      },
    ],
    documentation: (): RouteDocumentation => ({
      tag: 'Segments',
      description:
        'Says how many contacts are in an audience or in that of a segment, how many of them can be sent to, and why the others cannot. Sends nothing. Counting ends after 20 s: the answer then has an estimate, and `nextCursor`, with which the same request goes on counting. An account has one preview at a time.',
      query: [PREVIEW_CURSOR],
      request: {
        name: 'segment-preview',
        schema: PREVIEW_SCHEMA,
        isRequired: true,
        examples: { preview: { summary: 'An audience', value: { audience: AUDIENCE } } },
      },
      answers: {
        200: {
          description: 'The count.',
          schema: { SegmentPreview: PREVIEW_ANSWER_SCHEMA },
          examples: {
            preview: {
              summary: 'No contact has such a postal code',
              value: {
                matched: 0,
                sendable: 0,
                blocked: { notOptedIn: 0, hardOptedOut: 0 },
                isComplete: true,
                sample: [],
              },
            },
          },
        },
      },
      errors: [33031, 33110, 33119],
    }),
  },
];
