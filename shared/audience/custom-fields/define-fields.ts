import { isDeepStrictEqual } from 'node:util';
import { type Clock, isoNow } from '../../platform/clock';
import { accountKey, schemaKey } from '../../platform/store/keys';
import { commit } from '../../platform/store/commit';
import { CONFLICT, retryOnConflict } from '../../platform/store/retry-on-conflict';
import type { Table } from '../../platform/store/table';
import {
  type CustomFieldDefinition,
  type CustomFieldSchema,
  customFieldsItem,
  readSchema,
} from './custom-field-schema';
import {
  addField,
  changeField,
  type FieldAddress,
  type FieldChange,
  type NewField,
  removeField,
  type SchemaChange,
} from './internal/schema-changes';

/**
 * Callback before the write, with the field before and after the change: `before` is absent for a new field, `after`
 * for a deleted one.
 */
export type BeforeWrite = (
  before: CustomFieldDefinition | undefined,
  after: CustomFieldDefinition | undefined,
) => void;

export type DefineFieldResult =
  | { field: CustomFieldDefinition }
  | Extract<SchemaChange, { refused: unknown }>
  | { refused: 'noSuchAccount' };

interface Deps {
  table: Table;
  clock: Clock;
}

/** Defines a field. An account has at most seven, disabled ones included. **Source:** rules 2.6, 8.2. */
export async function createField(
  deps: Deps,
  options: { accountId: string; beforeWrite?: BeforeWrite } & NewField,
): Promise<DefineFieldResult> {
  const now = isoNow(deps.clock);
  const { accountId, beforeWrite, ...field } = options;
  return changeSchema(deps, {
    ...{ accountId, beforeWrite },
    change: (schema) => addField(schema, { field, now }),
  });
}

/** Lists all fields, disabled ones included, in the order of their numbers. */
export async function listFields(table: Table, accountId: string): Promise<CustomFieldDefinition[]> {
  return (await findSchema(table, accountId)).fields;
}

/**
 * Changes a field's label, visibility or options, all at once or nothing. Its key and its values in contacts stay; a
 * renamed option has its new name wherever it is read.
 *
 * **Source:** rules 2.6.
 */
export async function updateField(
  deps: Deps,
  options: { accountId: string; address: FieldAddress; change: FieldChange; beforeWrite?: BeforeWrite },
): Promise<DefineFieldResult> {
  return changeSchema(deps, {
    ...{ accountId: options.accountId, beforeWrite: options.beforeWrite },
    change: (schema) => changeField(schema, options),
  });
}

interface FieldOptions {
  accountId: string;
  label: string;
  beforeWrite?: BeforeWrite;
}

/** Renames a field; its key and its values stay. */
export const renameField = (deps: Deps, options: FieldOptions & { newLabel: string }) =>
  updateField(deps, { ...options, address: options, change: { newLabel: options.newLabel } });

/** Hides a field from the API; it keeps its number and its values. */
export const disableField = (deps: Deps, options: FieldOptions) =>
  updateField(deps, { ...options, address: options, change: { isDisabled: true } });

/** Shows a disabled field again, with its values. */
export const enableField = (deps: Deps, options: FieldOptions) =>
  updateField(deps, { ...options, address: options, change: { isDisabled: false } });

/** Deletes a field. Its values are lost: a new field with its number or label does not have them. */
export async function deleteField(deps: Deps, options: FieldOptions): Promise<DefineFieldResult> {
  return changeSchema(deps, {
    ...{ accountId: options.accountId, beforeWrite: options.beforeWrite },
    change: (schema) => removeField(schema, options.label),
  });
}

export async function findSchema(table: Table, accountId: string): Promise<CustomFieldSchema> {
  return readSchema(await table.get(schemaKey(accountId)));
}

/** Reads the schema, changes it and writes it, unless nothing changes; retries after a concurrent change. */
async function changeSchema(
  deps: Deps,
  options: {
    accountId: string;
    change: (schema: CustomFieldSchema) => SchemaChange;
    beforeWrite: BeforeWrite | undefined;
  },
): Promise<DefineFieldResult> {
  const { accountId } = options;
  return retryOnConflict<DefineFieldResult>(deps.table.waits, async () => {
    const before = await findSchema(deps.table, accountId);
    const decided = options.change(before);
    if ('refused' in decided) return decided;
    if (isDeepStrictEqual(decided.schema, before)) return { field: decided.field };
    const isField = ({ number }: CustomFieldDefinition) => number === decided.field.number;
    options.beforeWrite?.(before.fields.find(isField), decided.schema.fields.find(isField));
    const after = { ...decided.schema, version: before.version + 1 };
    const result = await commit(deps.table, [
      {
        write: {
          ConditionCheck: { Key: accountKey(accountId), ConditionExpression: 'attribute_exists(pk)' },
        },
        onFail: 'noSuchAccount',
      },
      {
        write: {
          Put: {
            Item: customFieldsItem.item(accountId, after),
            ConditionExpression: 'attribute_not_exists(pk) OR version = :version',
            ExpressionAttributeValues: { ':version': before.version },
          },
        },
        onFail: 'changedMeanwhile',
      },
    ]);
    if (result.committed) return { field: decided.field };
    return result.refusal === 'noSuchAccount' ? { refused: result.refusal } : CONFLICT;
  });
}
