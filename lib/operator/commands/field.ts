import { type Command, Option } from 'commander';
import {
  CUSTOM_FIELD_TYPES,
  type CustomFieldDefinition,
  customFieldKey,
  type CustomFieldType,
  presentDefinition,
} from '../../../shared/audience/custom-fields/custom-field-schema';
import {
  createField,
  type DefineFieldResult,
  deleteField,
  disableField,
  enableField,
  listFields,
  renameField,
} from '../../../shared/audience/custom-fields/define-fields';
import {
  MAX_CUSTOM_FIELD_LABEL_CHARACTERS,
  MAX_CUSTOM_FIELD_OPTIONS,
  MAX_CUSTOM_FIELDS,
  MAX_CUSTOM_TEXT_CHARACTERS,
} from '../../../shared/limits';
import type { OperatorIo } from '../operator-io';
import { OperatorError } from '../operator-error';
import { collect, LIST_HELP } from '../option-types';
import type { AddVerbs } from '../add-verbs';
import type { Report } from '../report';
import type { Target } from '../target';
import { addVerb, noSuchAccount, requireAccount, requireOpenAccount, withAccount } from '../verb';

interface FieldOptions {
  account: string;
  label: string;
}

type Refusal = Extract<DefineFieldResult, { refused: string }>['refused'];

export const addFieldVerbs: AddVerbs = (noun, io) => {
  addVerb<FieldOptions & { type: CustomFieldType; option?: string[] }>(noun, io, {
    name: 'create',
    summary: `define a custom field, at most ${MAX_CUSTOM_FIELDS} an account`,
    declare: (command) =>
      withField(command)
        .addOption(
          new Option('--type <type>', 'type of its values').choices(CUSTOM_FIELD_TYPES).makeOptionMandatory(),
        )
        .option(
          '--option <value>',
          `allowed values of SINGLE_SELECT and MULTI_SELECT: ${LIST_HELP}`,
          collect(String),
        ),
    run: async ({ target }, { account: accountId, label, type, option }) => {
      await requireOpenAccount(target, accountId);
      const field = { accountId, label, type, options: option ?? [] };
      return reportField(await createField(target, field), accountId);
    },
  });
  addVerb<{ account: string }>(noun, io, {
    name: 'list',
    summary: 'list custom fields, disabled ones included',
    declare: withAccount,
    run: async ({ target }, options) => {
      const account = await requireAccount(target, options.account);
      return reportFields(await listFields(target.table, account.id));
    },
  });
  addVerb<FieldOptions & { to: string }>(noun, io, {
    name: 'rename',
    summary: 'give a custom field another label; its key and its values stay',
    declare: (command) => withField(command).requiredOption('--to <label>', 'new label'),
    run: async ({ target }, { account: accountId, label, to }) =>
      reportField(await renameField(target, { accountId, label, newLabel: to }), accountId),
  });
  addLifecycleVerb(noun, io, {
    name: 'disable',
    summary: 'hide a custom field from the API; its values are kept',
    change: disableField,
  });
  addLifecycleVerb(noun, io, {
    name: 'enable',
    summary: 'show a disabled custom field again, with its values',
    change: enableField,
  });
  addLifecycleVerb(noun, io, {
    name: 'delete',
    summary: 'delete a custom field and its values for good',
    change: deleteField,
    question: (label) => `Delete the field ${label} with its values in all contacts?`,
  });
};

function addLifecycleVerb(
  noun: Command,
  io: OperatorIo,
  verb: {
    name: string;
    summary: string;
    change: (target: Target, options: { accountId: string; label: string }) => Promise<DefineFieldResult>;
    /** Of a change that cannot be undone. */
    question?: (label: string) => string;
  },
): void {
  const { question } = verb;
  addVerb<FieldOptions>(noun, io, {
    name: verb.name,
    summary: verb.summary,
    declare: withField,
    ...(question && {
      confirmation: (_session, { label }) => ({ question: question(label), isYesRequired: false }),
    }),
    run: async ({ target }, { account: accountId, label }) =>
      reportField(await verb.change(target, { accountId, label }), accountId),
  });
}

function withField(command: Command): Command {
  return withAccount(command).requiredOption(
    '--label <label>',
    'label of the field; upper and lower case are one',
  );
}

const HEAD = ['key', 'label', 'type', 'options', 'disabled', 'created at'];

function reportField(result: DefineFieldResult, accountId: string): Report {
  if ('refused' in result) throw describeRefusal(result.refused, accountId);
  return { json: presentField(result.field), head: HEAD, rows: [fieldRow(result.field)] };
}

function reportFields(fields: CustomFieldDefinition[]): Report {
  return {
    json: fields.map(presentField),
    head: HEAD,
    rows: fields.map(fieldRow),
    ...(fields.length === 0 && { note: 'The account has no custom fields.' }),
  };
}

/** The API's form, with what only the operator sees. */
function presentField(field: CustomFieldDefinition) {
  const { number, isDisabled, createdAt } = field;
  return { id: customFieldKey(number), ...presentDefinition(field), isDisabled, createdAt };
}

function fieldRow(field: CustomFieldDefinition) {
  const { number, label, type, options, isDisabled, createdAt } = field;
  return [customFieldKey(number), label, type, options.join('\n'), isDisabled, createdAt];
}

function describeRefusal(refusal: Refusal, accountId: string): OperatorError {
  switch (refusal) {
    case 'noSuchAccount':
      return noSuchAccount(accountId);
    case 'noSuchField':
      return new OperatorError('The account has no custom field with this label.');
    case 'labelTaken':
      return new OperatorError('Another custom field of the account has this label.');
    case 'tooManyFields':
      return new OperatorError(`The account has ${MAX_CUSTOM_FIELDS} custom fields: delete one first.`);
    case 'invalidLabel':
      return new OperatorError(`A label has 1 to ${MAX_CUSTOM_FIELD_LABEL_CHARACTERS} characters.`);
    case 'invalidOptions':
      return new OperatorError(
        `SINGLE_SELECT and MULTI_SELECT need 1 to ${MAX_CUSTOM_FIELD_OPTIONS} different --option values of 1 to ` +
          `${MAX_CUSTOM_TEXT_CHARACTERS} characters; the other types take none.`,
      );
  }
}
