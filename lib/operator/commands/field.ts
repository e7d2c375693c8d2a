import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  CUSTOM_FIELD_TYPES,
  type CustomFieldDefinition,
  customFieldKey,
  type CustomFieldType,
  presentDefinition,
} from '../../../shared/audience/custom-fields/custom-field-schema';
import {
  type BeforeWrite,
  createField,
  type DefineFieldResult,
  deleteField,
  disableField,
  enableField,
  listFields,
  renameField,
  updateField,
} from '../../../shared/audience/custom-fields/define-fields';
import { changesOfField, type ToldChanges } from '../../../shared/audit/tell-changes';
import {
  effectiveChanges,
  type OptionChange,
  type OptionRefusal,
} from '../../../shared/audience/custom-fields/option-changes';
import {
  MAX_CUSTOM_FIELD_LABEL_CHARACTERS,
  MAX_CUSTOM_FIELD_OPTIONS,
  MAX_CUSTOM_FIELD_RENAMES,
  MAX_CUSTOM_FIELDS,
  MAX_CUSTOM_FIELDS_BYTES,
  MAX_CUSTOM_TEXT_CHARACTERS,
} from '../../../shared/limits';
import type { OperatorIo } from '../operator-io';
import { OperatorError } from '../operator-error';
import { collect, LIST_HELP } from '../option-lists';
import type { AddVerbs } from '../add-verbs';
import type { Report } from '../report';
import type { Target } from '../target';
import { addVerb, noSuchAccount, requireAccount, requireOpenAccount, withAccount } from '../verb';

interface FieldOptions {
  account: string;
  label: string;
}

type Refusal = Extract<DefineFieldResult, { refused: string }>;

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
    run: async ({ target }, { account: accountId, label, to }) => {
      const told = keepField();
      const field = { accountId, label, newLabel: to, beforeWrite: told.beforeWrite };
      return { ...reportField(await renameField(target, field), accountId), changes: told.changes };
    },
  });
  addVerb<FieldOptions & { optionRename?: OptionChange[]; optionAdd?: string[] }>(noun, io, {
    name: 'set',
    summary: 'rename options of a custom field and add new ones; contacts, segments and campaigns follow',
    declare: (command) =>
      withField(command)
        .option(
          '--option-rename <old=new>',
          `option to be renamed, all of them at once: ${LIST_HELP}`,
          collect(parseRename),
        )
        .option('--option-add <value>', `option to be added: ${LIST_HELP}`, collect(String)),
    check: ({ optionRename, optionAdd }) => {
      if (!optionRename && !optionAdd) throw new OperatorError('Give --option-rename or --option-add.');
    },
    run: async ({ target }, { account: accountId, label, optionRename = [], optionAdd = [] }) => {
      const options = [...optionRename, ...optionAdd.map((to) => ({ to }))];
      const told = keepField(effectiveChanges(options));
      const field = { accountId, address: { label }, change: { options } };
      const result = await updateField(target, { ...field, beforeWrite: told.beforeWrite });
      if ('index' in result) throw describeOptionRefusal(result, options[result.index]);
      return { ...reportField(result, accountId), changes: told.changes };
    },
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
    change: (
      target: Target,
      options: { accountId: string; label: string; beforeWrite: BeforeWrite },
    ) => Promise<DefineFieldResult>;
    /** Question before a change that cannot be undone. */
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
    run: async ({ target }, { account: accountId, label }) => {
      const told = keepField();
      const result = await verb.change(target, { accountId, label, beforeWrite: told.beforeWrite });
      return { ...reportField(result, accountId), changes: told.changes };
    },
  });
}

/** Keeps the changes of a field for the audit log. */
function keepField(options: ToldChanges = []) {
  const told: { changes?: ToldChanges; beforeWrite: BeforeWrite } = {
    beforeWrite: (before, after) => {
      const changes = changesOfField(before, after, options);
      if (changes.length > 0) told.changes = changes;
    },
  };
  return told;
}

function withField(command: Command): Command {
  return withAccount(command).requiredOption(
    '--label <label>',
    'label of the field; upper and lower case are one',
  );
}

/** Parses `OLD=NEW`. */
function parseRename(raw: string): OptionChange {
  const [, from = '', to = ''] = /^([^=]+)=(.+)$/s.exec(raw) ?? [];
  if (from === '')
    throw new InvalidArgumentError('Expected OLD=NEW, the name of an option and its new name.');
  return { from, to };
}

const HEAD = ['key', 'label', 'type', 'options', 'disabled', 'created at'];

function reportField(result: DefineFieldResult, accountId: string): Report {
  if ('refused' in result) throw describeRefusal(result, accountId);
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

/** Presents a field as the API does, with the properties that only the operator sees. */
function presentField(field: CustomFieldDefinition) {
  const { number, isDisabled, createdAt } = field;
  return { id: customFieldKey(number), ...presentDefinition(field), isDisabled, createdAt };
}

function fieldRow(field: CustomFieldDefinition) {
  const { number, label, type, options, isDisabled, createdAt } = field;
  return [customFieldKey(number), label, type, options.join('\n'), isDisabled, createdAt];
}

function describeRefusal(refusal: Refusal, accountId: string): OperatorError {
  if ('index' in refusal) return describeOptionRefusal(refusal);
  switch (refusal.refused) {
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
    case 'noOptions':
      return new OperatorError('Only fields of type SINGLE_SELECT and MULTI_SELECT have options.');
    case 'tooLarge':
      return new OperatorError(
        `The definitions of the account would have more than ${MAX_CUSTOM_FIELDS_BYTES.toLocaleString('en-US')} bytes.`,
      );
  }
}

function describeOptionRefusal(
  { refused }: OptionRefusal,
  { from = '', to = '' }: Partial<OptionChange> = {},
): OperatorError {
  switch (refused) {
    case 'invalidOption':
      return new OperatorError(`An option has 1 to ${MAX_CUSTOM_TEXT_CHARACTERS} characters.`);
    case 'unknownOption':
      return new OperatorError(`The field has no option ${JSON.stringify(from)}.`);
    case 'optionRenamedTwice':
      return new OperatorError(`The option ${JSON.stringify(from)} is renamed twice.`);
    case 'optionTaken':
      return new OperatorError(`Another option of the field has the name ${JSON.stringify(to)}.`);
    case 'tooManyOptions':
      return new OperatorError(`A field has at most ${MAX_CUSTOM_FIELD_OPTIONS} options.`);
    case 'tooManyRenames':
      return new OperatorError(
        `At most ${MAX_CUSTOM_FIELD_RENAMES.toLocaleString('en-US')} options can be renamed in the life of a field.`,
      );
  }
}
