import {
  type CustomFieldDefinition,
  customFieldKey,
  type CustomFieldType,
  presentDefinition,
} from '../../shared/audience/custom-fields/custom-field-schema';
import {
  createField,
  type DefineFieldResult,
  deleteField,
  disableField,
  enableField,
  listFields,
  renameField,
} from '../../shared/audience/custom-fields/define-fields';
import { invalidRequest, ServiceError } from '../../shared/errors/service-error';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { endpoint } from '../../shared/http/endpoint';
import { MAX_CUSTOM_FIELDS } from '../../shared/limits';
import type { Table } from '../../shared/platform/store/table';
import validateCreate from '../../shared/platform/validation/generated/create-custom-field';
import validateUpdate from '../../shared/platform/validation/generated/update-custom-field';
import * as routes from './custom-fields.routes';

interface NewCustomField {
  label: string;
  type: CustomFieldType;
  options?: string[];
}

/** Custom fields as their definitions. **Source:** rules 2.6. */
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
      validate: validateCreate<NewCustomField>,
      handle: async ({ platform, account, body: { label, type, options = [] } }) => {
        const field = { accountId: account.id, label, type, options };
        return { status: 201, body: present(fieldOf(await createField(platform, field))) };
      },
    }),
  },
  {
    route: routes.updateCustomField.route,
    handler: endpoint({
      route: routes.updateCustomField.route,
      validate: validateUpdate<{ label?: string; isDisabled?: boolean }>,
      handle: async ({ platform, account, pathParameters, body }) => {
        const { id: accountId } = account;
        let field = await findField(platform.table, { accountId, key: pathParameters.key });
        if (body.label !== undefined) {
          const change = { accountId, label: field.label, newLabel: body.label };
          field = fieldOf(await renameField(platform, change));
        }
        if (body.isDisabled !== undefined) {
          const change = body.isDisabled ? disableField : enableField;
          field = fieldOf(await change(platform, { accountId, label: field.label }));
        }
        return { status: 200, body: present(field) };
      },
    }),
  },
  {
    route: routes.deleteCustomField.route,
    handler: endpoint({
      route: routes.deleteCustomField.route,
      handle: async ({ platform, account, pathParameters }) => {
        const { id: accountId } = account;
        const { label } = await findField(platform.table, { accountId, key: pathParameters.key });
        fieldOf(await deleteField(platform, { accountId, label }));
        return { status: 204 };
      },
    }),
  },
];

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
  }
}
