import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CustomFieldSchema } from '../../../shared/audience/custom-fields/custom-field-schema';
import type { PinpointDraft } from '../../../shared/automations/pinpoint/pinpoint-draft';
import type { PinpointOptions } from '../../../shared/automations/pinpoint/pinpoint-options';
import { readPinpoint } from '../../../shared/automations/pinpoint/read-pinpoint';

/** Documents that `npm run test:pinpoint` holds against AWS's own model. */
const FOLDER = join('test', 'pinpoint', 'documents');
export const DOCUMENTS = readdirSync(FOLDER).map((file) => file.replace('.json', ''));
export const fileOf = (name: string) => join(FOLDER, `${name}.json`);
export const documentOf = (name: string): unknown => JSON.parse(readFileSync(fileOf(name), 'utf8'));

/** Segment of the documents. */
export const CUSTOMERS = '6b1a2c3d4e5f60718293a4b5cexample';

const field = (number: number, label: string, type: CustomFieldSchema['fields'][number]['type']) => ({
  ...{ number, generation: number, label, type, options: [], isDisabled: false },
  createdAt: '2026-01-01T00:00:00.000Z',
});
const SCHEMA: CustomFieldSchema = {
  fields: [
    field(1, 'Plan', 'TEXT'),
    field(2, 'Visits', 'NUMBER'),
    field(3, 'Interests', 'MULTI_SELECT'),
    field(4, 'Renewal', 'DATE'),
    field(5, 'Member', 'BOOLEAN'),
  ],
  nextGeneration: 6,
  version: 1,
};

/** Options that leave nothing out for most documents. */
export const OPTIONS: PinpointOptions = {
  segments: { [CUSTOMERS]: { segmentId: 'seg_customers', audience: { groups: ['grp_customers'] } } },
  templates: { WelcomeText: 'Welcome', Offer: 'An offer', Shipped: 'On its way', Weekly: 'News' },
  fields: {},
  paths: {},
  schema: SCHEMA,
  now: new Date('2026-11-27T12:00:00Z'),
};

/** Reads a document that is one. */
export function readDraft(document: unknown, options: Partial<PinpointOptions> = {}): PinpointDraft {
  const read = readPinpoint(document, { ...OPTIONS, ...options });
  if (typeof read === 'string') throw new Error(read);
  return read;
}

/** Builds a journey with these activities, the first of which begins it. */
export const journeyWith = (activities: Record<string, object>, more: object = {}) => ({
  Id: 'j1',
  ApplicationId: 'a1',
  Name: 'Journey',
  StartActivity: Object.keys(activities)[0],
  Activities: activities,
  StartCondition: { SegmentStartCondition: { SegmentId: CUSTOMERS } },
  Schedule: { StartTime: '2026-02-02T17:00:00Z' },
  ...more,
});

/** Builds an SMS activity with the text of a template. */
export const smsThen = (next?: string, more: object = {}) => ({
  SMS: {
    TemplateName: 'WelcomeText',
    MessageConfig: { MessageType: 'TRANSACTIONAL', OriginationNumber: '+12065550100' },
    ...(next !== undefined && { NextActivity: next }),
    ...more,
  },
});

/** Returns the lines about a part and what is below it, as `outcome note`. */
export const linesAbout = ({ findings }: PinpointDraft, pointer: string): string[] =>
  findings
    .filter(({ parts }) => parts.some((part) => part.startsWith(pointer)))
    .map(({ outcome, note }) => `${outcome} ${note}`);
