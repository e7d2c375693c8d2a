import type { Account } from '../accounts/account';
import { findFormOfAccount, listForms, type PublicForm, readPublicForm } from '../opt-in-forms/find-form';
import type { FieldValues } from '../platform/provider/eum/registrations/check-field';
import { type DraftField, draftRegistration } from '../platform/provider/eum/registrations/draft-registration';
import type {
  FieldDefinition,
  RegistrationType,
} from '../platform/provider/eum/registrations/field-definitions';
import type { Table } from '../platform/store/table';
import { readRegistrationFacts } from './read-registration-facts';

/** Draft as `registration submit` takes it. */
export interface DraftFile {
  type: RegistrationType;
  account: string;
  form?: string;
  fields: FieldValues;
}

/** Form of a draft: `form` is absent of an account without one, and of a brand, which needs none. */
type ChosenForm =
  | { outcome: 'chosen'; form?: PublicForm }
  /** The account has several, and none of them is named. */
  | { outcome: 'several'; formIds: string[] }
  /** There is no such form, or its group is gone. */
  | { outcome: 'notPublic'; formId: string };

/** Chooses the form that a draft is filled from: the one that is named, or the only one of the account. */
export async function chooseForm(
  table: Table,
  wanted: { accountId: string; type: RegistrationType; formId: string | undefined },
): Promise<ChosenForm> {
  const { accountId, type, formId } = wanted;
  if (!needsForm(type)) return { outcome: 'chosen' };
  const forms = formId === undefined ? await listForms(table, accountId) : [];
  if (forms.length > 1) return { outcome: 'several', formIds: forms.map(({ id }) => id) };
  const form = formId === undefined ? forms[0] : await findFormOfAccount(table, { accountId, formId });
  if (!form && formId === undefined) return { outcome: 'chosen' };
  const found = form && (await readPublicForm(table, form));
  return found
    ? { outcome: 'chosen', form: found }
    : { outcome: 'notPublic', formId: formId ?? form?.id ?? '' };
}

/** Returns true for a registration that asks how people opt in. */
export const needsForm = (type: RegistrationType): boolean => type !== 'US_TEN_DLC_BRAND_REGISTRATION';

/**
 * Drafts a registration of an account from its brand, form and texts.
 *
 * @param options.found form, as `chooseForm` returns it
 * @param options.baseUrl address of the service
 */
export async function draftOfAccount(
  table: Table,
  options: {
    account: Account;
    found: PublicForm | undefined;
    baseUrl: string;
    type: RegistrationType;
    definitions: readonly FieldDefinition[];
    values: FieldValues;
    faultOfFile: (file: string) => string | undefined;
  },
): Promise<{ fields: DraftField[]; file: DraftFile }> {
  const { account, found, baseUrl, type, ...of } = options;
  const facts = await readRegistrationFacts(table, { account, found, baseUrl });
  const fields = draftRegistration({ type, facts, ...of });
  return {
    fields,
    file: {
      ...{ type, account: account.id, ...(found && { form: found.form.id }) },
      fields: Object.fromEntries(
        fields.flatMap(({ path, value }) => (value === undefined ? [] : [[path, value]])),
      ),
    },
  };
}
