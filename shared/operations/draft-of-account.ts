import type { Account } from '../accounts/account';
import { findFormOfAccount, listForms, type PublicForm, readPublicForm } from '../opt-in-forms/find-form';
import type { RegistrationFacts } from '../platform/provider/eum/registrations/draft-registration';
import type { RegistrationType } from '../platform/provider/eum/registrations/registration-types';
import type { Table } from '../platform/store/table';
import { readRegistrationFacts } from './internal/read-registration-facts';

interface Wanted {
  account: Account;
  type: RegistrationType;
  /** Absent: the only form of the account. */
  formId: string | undefined;
  /** Address of the service. */
  baseUrl: string;
}

type FactsForDraft =
  /** `formId` is absent for an account without a form, and for a brand, which needs none. */
  | { outcome: 'read'; facts: RegistrationFacts; formId?: string }
  /** The account has several forms, and none of them is named. */
  | { outcome: 'several'; formIds: string[] }
  /** There is no such form, or its group is gone. */
  | { outcome: 'notPublic'; formId: string };

/** Reads what an account has of a registration: brand, opt-in form and texts. */
export async function readFactsForDraft(table: Table, wanted: Wanted): Promise<FactsForDraft> {
  const chosen = await chooseForm(table, wanted);
  if (chosen.outcome !== 'chosen') return chosen;
  const { form: found } = chosen;
  const facts = await readRegistrationFacts(table, { ...wanted, found });
  return { outcome: 'read', facts, ...(found && { formId: found.form.id }) };
}

type ChosenForm = { outcome: 'chosen'; form?: PublicForm } | Exclude<FactsForDraft, { outcome: 'read' }>;

async function chooseForm(
  table: Table,
  { account: { id: accountId }, type, formId }: Wanted,
): Promise<ChosenForm> {
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
