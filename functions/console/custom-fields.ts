import {
  type CustomFieldDefinition,
  customFieldKey,
  presentDefinition,
} from '../../shared/audience/custom-fields/custom-field-schema';
import {
  type BeforeWrite,
  createField,
  type DefineFieldResult,
  deleteField,
  listFields,
  updateField,
} from '../../shared/audience/custom-fields/define-fields';
import {
  effectiveChanges,
  type OptionChange,
  type OptionRefusal,
} from '../../shared/audience/custom-fields/option-changes';
import type { Audit } from '../../shared/audit/change-recorder';
import { changesOfField, type ToldChanges } from '../../shared/audit/tell-changes';
import type { InvalidField } from '../../shared/errors/error-details';
import { invalidRequest, ServiceError } from '../../shared/errors/service-error';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { endpoint } from '../../shared/http/endpoint';
import {
  MAX_CUSTOM_FIELD_OPTIONS,
  MAX_CUSTOM_FIELD_RENAMES,
  MAX_CUSTOM_FIELDS,
  MAX_CUSTOM_FIELDS_BYTES,
} from '../../shared/limits';
import type { Table } from '../../shared/platform/store/table';
import validateCreate from '../../shared/platform/validation/generated/create-custom-field';
import validateUpdate from '../../shared/platform/validation/generated/update-custom-field';
import * as routes from './custom-fields.routes';

/** Routes of custom fields and their definitions. **Source:** rules 2.6. */
export const CUSTOM_FIELD_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.listCustomFields.route,
    handler: endpoint({
      route: routes.listCustomFields.route,
      handle: async ({ platform, account }) => {
        const fields = await listFields(platform.table, account.id);
        return { status: 200, body: { results: fields.map(present) } };
      },
    }),
  },
  {
    route: routes.createCustomField.route,
    handler: endpoint({
      route: routes.createCustomField.route,
      validate: validateCreate,
      handle: async ({ platform, audit, account, body: { label, type, options = [] } }) => {
        const field = { accountId: account.id, label, type, options, beforeWrite: tellOf(audit) };
        return { status: 201, body: present(fieldOf(await createField(platform, field))) };
      },
    }),
  },
  {
    route: routes.updateCustomField.route,
    handler: endpoint({
      route: routes.updateCustomField.route,
      validate: validateUpdate,
      handle: async ({ platform, audit, account, pathParameters, body: { label, ...change } }) => {
        const result = await updateField(platform, {
          accountId: account.id,
          address: { key: pathParameters.key ?? '' },
          change: { ...change, ...(label !== undefined && { newLabel: label }) },
          beforeWrite: tellOf(audit, effectiveChanges(change.options ?? [])),
        });
        return { status: 200, body: present(fieldOf(result)) };
      },
    }),
  },
  {
    route: routes.deleteCustomField.route,
    handler: endpoint({
      route: routes.deleteCustomField.route,
      handle: async ({ platform, audit, account, pathParameters }) => {
        const { id: accountId } = account;
        const { label } = await findField(platform.table, { accountId, key: pathParameters.key });
        fieldOf(await deleteField(platform, { accountId, label, beforeWrite: tellOf(audit) }));
        return { status: 204 };
      },
    }),
  },
];

/** Records the change of a field under its new label, or its deletion under its last label. */
function tellOf(audit: Audit, options: ToldChanges = []): BeforeWrite {
  return (before, after) => {
    const changes = changesOfField(before, after, options);
    audit.tell({
      target: { type: 'customField', id: (after ?? before)?.label ?? '' },
      ...(changes.length > 0 && { changes }),
    });
  };
}

async function findField(
  table: Table,
  { accountId, key }: { accountId: string; key: string | undefined },
): Promise<CustomFieldDefinition> {
  const field = (await listFields(table, accountId)).find(({ number }) => customFieldKey(number) === key);
  if (!field) throw new ServiceError('NoSuchResource', { cause: 'field' });
  return field;
}

const present = (field: CustomFieldDefinition) => ({
  ...presentDefinition(field),
  isDisabled: field.isDisabled,
  createdAt: field.createdAt,
});

/** @throws ServiceError for a definition that was refused */
function fieldOf(result: DefineFieldResult): CustomFieldDefinition {
  if ('field' in result) return result.field;
  switch (result.refused) {
    case 'noSuchAccount':
    case 'noSuchField':
      throw new ServiceError('NoSuchResource', { cause: 'field' });
    case 'labelTaken':
      throw invalidRequest({ pointer: '/label', reason: 'is the label of another field' });
    case 'tooManyFields':
      throw invalidRequest({
        pointer: '/label',
        reason: `would be one more than ${MAX_CUSTOM_FIELDS} fields: delete one first`,
      });
    case 'invalidLabel':
      throw invalidRequest({ pointer: '/label', reason: 'must not be empty' });
    case 'invalidOptions':
      throw invalidRequest({
        pointer: '/options',
        reason: 'must be different values for SINGLE_SELECT and MULTI_SELECT, and absent for the other types',
      });
    case 'noOptions':
      throw invalidRequest({
        pointer: '/options',
        reason: 'not allowed: the type of the field has no options',
      });
    case 'tooLarge':
      throw invalidRequest({
        pointer: '/options',
        reason: `would make the definitions of the account larger than ${MAX_CUSTOM_FIELDS_BYTES.toLocaleString('en-US')} bytes`,
      });
    default:
      throw invalidRequest(invalidOption(result));
  }
}

function invalidOption({ refused, index }: OptionRefusal): InvalidField {
  const at = (part: keyof OptionChange, reason: string) => ({ pointer: `/options/${index}/${part}`, reason });
  switch (refused) {
    case 'invalidOption':
      return at('to', 'must be the name of an option');
    case 'unknownOption':
      return at('from', 'is no option of the field');
    case 'optionRenamedTwice':
      return at('from', 'is renamed by an earlier entry');
    case 'optionTaken':
      return at('to', 'is the name of another option');
    case 'tooManyOptions':
      return {
        pointer: '/options',
        reason: `would give the field more than ${MAX_CUSTOM_FIELD_OPTIONS} options`,
      };
    case 'tooManyRenames':
      return {
        pointer: '/options',
        reason: `would be more than ${MAX_CUSTOM_FIELD_RENAMES.toLocaleString('en-US')} renamed options in the life of the field`,
      };
  }
}
