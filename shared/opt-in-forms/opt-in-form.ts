import { array, type InferOutput, number, object, string } from 'valibot';
import { defineItem } from '../platform/store/define-item';
import { accountFormKey, formOwnerKey, formVersionKey } from '../platform/store/keys';
import { orAbsent } from '../platform/store/or-absent';
import { storedText } from '../platform/store/stored-text';
import type { PhoneCountry } from '../phone-numbers/country';

/** Content of an opt-in form, with the texts as the account wrote them. **Source:** rules 3.5. */
const CONTENT = object({
  groupId: string(),
  brand: string(),
  /** Messages that are sent, such as "Offers and news". */
  description: string(),
  /** Frequency of the texts, such as "Up to 4 messages a month". */
  frequency: string(),
  termsUrl: string(),
  privacyUrl: string(),
  /** Countries whose numbers the form takes; absent: those that the account may ask. */
  countries: orAbsent(array(storedText<PhoneCountry>())),
});
export type FormContent = InferOutput<typeof CONTENT>;

const FORM = object({
  ...CONTENT.entries,
  id: string(),
  accountId: string(),
  /** Counts the changes of what the form says and does, from 1 on. */
  version: number(),
  createdAt: string(),
  updatedAt: string(),
});
export type OptInForm = InferOutput<typeof FORM>;

interface FormAddress {
  accountId: string;
  formId: string;
}

/** Form as it is now. */
export const optInFormItem = defineItem({
  entity: 'form',
  key: ({ accountId, formId }: FormAddress) => accountFormKey(accountId, formId),
  value: FORM,
});

/** Version of a form, which entries of the consent log name. It is never changed, nor deleted with the form. */
export const formVersionItem = defineItem({
  entity: 'formVersion',
  key: ({ accountId, ...version }: FormAddress & { version: number }) => formVersionKey(accountId, version),
  value: FORM,
});

/** Account of a form. */
export const formOwnerItem = defineItem({
  entity: 'formOwner',
  key: formOwnerKey,
  value: object({ accountId: string() }),
});

const FORM_ID = /^frm_[A-Za-z0-9]{1,64}$/;

export const isFormId = (text: string): boolean => FORM_ID.test(text);

/** Returns the address of the public page of a form. */
export const formUrl = (baseUrl: string, formId: string): string => `${baseUrl}/join/${formId}`;

/** Returns a form for an answer: the group by its id, as in requests. */
export function presentForm(
  { id, version, groupId: group, countries = [], createdAt, updatedAt, ...content }: OptInForm,
  baseUrl: string,
) {
  const { brand, description, frequency, termsUrl, privacyUrl } = content;
  return {
    ...{ id, url: formUrl(baseUrl, id), version, group, brand, description, frequency },
    ...{ termsUrl, privacyUrl, countries, createdAt, updatedAt },
  };
}
