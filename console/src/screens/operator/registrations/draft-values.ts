import {
  choicesOf,
  type FieldValue,
  type FieldValues,
} from '../../../../../shared/platform/provider/eum/registrations/check-field';
import {
  type DraftField,
  draftRegistration,
} from '../../../../../shared/platform/provider/eum/registrations/draft-registration';
import type { RegistrationDraft, RegistrationType } from '../../../api/schemas';

/** Field of a draft with what AWS takes in it, and with the value that the account has. */
export interface ShownField extends DraftField {
  definition: RegistrationDraft['definitions'][number];
  /** Absent: the account does not know it. */
  own?: FieldValue;
}

/**
 * Fills and checks a form as the operator CLI does, except for the files of attachments, which the CLI reads when it submits the draft.
 *
 * @param values values that were entered; an empty one leaves a field out
 */
export function checkDraft(
  { definitions, facts }: Pick<RegistrationDraft, 'definitions' | 'facts'>,
  { type, values }: { type: RegistrationType; values: FieldValues },
): ShownField[] {
  const draft = (entered: FieldValues) =>
    draftRegistration({ type, definitions, facts, values: entered, faultOfFile: () => undefined });
  const own = new Map(draft({}).map(({ path, value }) => [path, value]));
  const byPath = new Map(definitions.map((definition) => [definition.path, definition]));
  return draft(values).flatMap((field) => {
    const definition = byPath.get(field.path);
    const known = own.get(field.path);
    return definition === undefined
      ? []
      : [{ ...field, definition, ...(known !== undefined && { own: known }) }];
  });
}

/** Enters a value: one that the account has anyway, and an empty one of a field that it does not know, are not kept. */
export function enter(
  values: FieldValues,
  { path, own }: Pick<ShownField, 'path' | 'own'>,
  value: FieldValue,
): FieldValues {
  const { [path]: _before, ...others } = values;
  return isSame(value, own ?? '') ? others : { ...others, [path]: value };
}

/** Takes an entered value back. */
export function takeBack(values: FieldValues, path: string): FieldValues {
  const { [path]: _before, ...others } = values;
  return others;
}

const isSame = (value: FieldValue, other: FieldValue): boolean => {
  const [these, those] = [value, other].map((one) => choicesOf(one).filter((choice) => choice !== ''));
  return JSON.stringify(these) === JSON.stringify(those);
};

export const countOfState = (fields: readonly DraftField[], state: DraftField['state']): number =>
  fields.filter((field) => field.state === state).length;

/** Values of a file, or what is wrong with it. */
type ReadFile = { values: FieldValues } | { fault: string };

const FORM = 'It is neither a draft nor a file of values: each field has a text, or a list of texts.';

/** Reads a draft that was downloaded before, or a file of values as the operator CLI takes it. */
export function readDraftFile(text: string, { accountId }: { accountId: string }): ReadFile {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return { fault: 'It is no JSON.' };
  }
  if (!isObject(read)) return { fault: FORM };
  const { account, fields = read } = read;
  if (typeof account === 'string' && account !== accountId) {
    return { fault: `It is a draft of another account, ${account}.` };
  }
  if (!isObject(fields) || !Object.values(fields).every(isValue)) return { fault: FORM };
  return { values: fields as FieldValues };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isValue = (value: unknown): boolean =>
  typeof value === 'string' || (Array.isArray(value) && value.every((one) => typeof one === 'string'));
