import { type InferOutput, number, object, string } from 'valibot';
import { defineItem, type ValueOf } from '../../platform/store/define-item';
import { segmentKey } from '../../platform/store/keys';
import type { CustomFieldSchema } from '../custom-fields/custom-field-schema';
import type { Audience, ConditionInput } from './audience';
import { type Condition, leavesOf } from './condition';
import { CUSTOM_FIELD_PREFIX } from './fields';
import { FIELD_REFERENCES, STORED_PARTS } from './stored-audience';

/** A stored audience. **Source:** rules E3. */
export const segmentItem = defineItem({
  entity: 'segment',
  key: ({ accountId, id }: { accountId: string; id: string }) => segmentKey(accountId, id),
  value: object({
    id: string(),
    accountId: string(),
    name: string(),
    audience: object(STORED_PARTS),
    fieldReferences: FIELD_REFERENCES,
    /** Counts writes. */
    version: number(),
    createdAt: string(),
    updatedAt: string(),
  }),
});
export type Segment = ValueOf<typeof segmentItem>;
type FieldReferences = InferOutput<typeof FIELD_REFERENCES>;

/** The segment's audience with the labels that its custom fields have now. */
export function audienceOfSegment(
  { audience, fieldReferences }: Pick<Segment, 'audience' | 'fieldReferences'>,
  schema: CustomFieldSchema,
): Audience {
  const { filter, ...lists } = audience;
  const rename = (field: string) => nameNow(field, { fieldReferences, schema });
  // JSON leaves out what is undefined.
  return JSON.parse(
    JSON.stringify({ ...lists, filter: filter && renameFields(filter as ConditionInput, rename) }),
  ) as Audience;
}

/** Returns what the names of custom fields in a filter stand for. */
export function referencesOf(condition: Condition | undefined): FieldReferences {
  return Object.fromEntries(
    (condition ? leavesOf(condition) : []).flatMap(({ name, field: { definition } }) =>
      definition ? [[name, { number: definition.number, generation: definition.generation }]] : [],
    ),
  );
}

/** A field that was deleted keeps the name that it had. */
function nameNow(
  field: string,
  { fieldReferences, schema }: { fieldReferences: FieldReferences; schema: CustomFieldSchema },
): string {
  const reference = Object.hasOwn(fieldReferences, field) ? fieldReferences[field] : undefined;
  const definition = schema.fields.find(
    (one) => one.number === reference?.number && one.generation === reference.generation,
  );
  return definition ? CUSTOM_FIELD_PREFIX + definition.label : field;
}

function renameFields(condition: ConditionInput, rename: (field: string) => string): ConditionInput {
  if ('all' in condition) return { all: condition.all.map((part) => renameFields(part, rename)) };
  if ('any' in condition) return { any: condition.any.map((part) => renameFields(part, rename)) };
  if ('not' in condition) return { not: renameFields(condition.not, rename) };
  return { ...condition, field: rename(condition.field) };
}

/** The form of rules E3. */
export function presentSegment(segment: Segment, schema: CustomFieldSchema) {
  const { id, name, createdAt, updatedAt } = segment;
  return { id, name, audience: audienceOfSegment(segment, schema), createdAt, updatedAt };
}
