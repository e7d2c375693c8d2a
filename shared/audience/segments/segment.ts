import { number, object, string } from 'valibot';
import { defineItem, type ValueOf } from '../../platform/store/define-item';
import { segmentKey } from '../../platform/store/keys';
import type { CustomFieldSchema } from '../custom-fields/custom-field-schema';
import type { CheckedAudience, ConditionInput, LeafInput } from './audience';
import { mapLeaves } from './internal/condition-tree';
import { type Condition, leavesOf } from './condition';
import { CUSTOM_FIELD_PREFIX, findAudienceField } from './internal/fields';
import { followOptions } from './internal/follow-options';
import { audienceOfStored, FIELD_REFERENCES, type FieldReferences, STORED_AUDIENCE } from './stored-audience';

/** Stored audience with a name. **Source:** rules E3. */
export const segmentItem = defineItem({
  entity: 'segment',
  key: ({ accountId, id }: { accountId: string; id: string }) => segmentKey(accountId, id),
  value: object({
    id: string(),
    accountId: string(),
    name: string(),
    audience: STORED_AUDIENCE,
    fieldReferences: FIELD_REFERENCES,
    /** Number of writes. */
    version: number(),
    createdAt: string(),
    updatedAt: string(),
  }),
});
export type Segment = ValueOf<typeof segmentItem>;

/** Returns the segment's audience with the current labels and options of its custom fields. */
export function audienceOfSegment(
  { audience, fieldReferences }: Pick<Segment, 'audience' | 'fieldReferences'>,
  schema: CustomFieldSchema,
): CheckedAudience {
  const { filter, ...lists } = audienceOfStored(audience);
  const byField = new Map<string, (leaf: LeafInput) => ConditionInput>();
  const follow = (leaf: LeafInput): ConditionInput => {
    const known = byField.get(leaf.field) ?? followField(leaf.field, { fieldReferences, schema });
    byField.set(leaf.field, known);
    return known(leaf);
  };
  return { ...lists, ...(filter && { filter: mapLeaves(filter, follow) }) };
}

/** Returns the custom fields that the names in a filter stand for. */
export function referencesOf(condition: Condition | undefined): FieldReferences {
  return Object.fromEntries(
    (condition ? leavesOf(condition) : []).flatMap(({ name, field: { definition } }) => {
      if (!definition) return [];
      const { number, generation, renames } = definition;
      return [[name, { number, generation, ...(renames && { renames: renames.length }) }]];
    }),
  );
}

/** Returns the change for comparisons with a field. Those with a deleted field name no field, also not a later one. */
function followField(
  name: string,
  { fieldReferences, schema }: { fieldReferences: FieldReferences; schema: CustomFieldSchema },
): (leaf: LeafInput) => ConditionInput {
  const reference = Object.hasOwn(fieldReferences, name) ? fieldReferences[name] : undefined;
  const field = schema.fields.find(
    (one) => one.number === reference?.number && one.generation === reference.generation,
  );
  if (!field) {
    const gone = reference ? nameOfNoField(name, schema) : name;
    return (leaf) => ({ ...leaf, field: gone });
  }
  const follow = followOptions({ field, renames: reference?.renames ?? 0 });
  return (leaf) => follow({ ...leaf, field: CUSTOM_FIELD_PREFIX + field.label });
}

/** Returns the name of a deleted field; with a word more when another field has taken it. */
function nameOfNoField(name: string, schema: CustomFieldSchema): string {
  let free = name;
  while (findAudienceField(free, schema)) free += ' (deleted)';
  return free;
}

/** Builds the API form of a segment. **Source:** rules E3. */
export function presentSegment(segment: Segment, schema: CustomFieldSchema) {
  const { id, name, createdAt, updatedAt } = segment;
  return { id, name, audience: audienceOfSegment(segment, schema), createdAt, updatedAt };
}
