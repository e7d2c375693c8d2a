import type { CreateFormRequest, OptInForm, UpdateFormRequest } from '../../api/schemas';

/** Content of the dialog of an opt-in form. */
type FormDraft = Required<CreateFormRequest>;

export const EMPTY_FORM: FormDraft = {
  group: '',
  brand: '',
  description: '',
  frequency: '',
  termsUrl: 'https://',
  privacyUrl: 'https://',
  countries: [],
};

/** Fills the dialog with a form as it is. */
export const draftOfForm = ({
  group,
  brand,
  description,
  frequency,
  termsUrl,
  privacyUrl,
  countries,
}: OptInForm): FormDraft => ({ group, brand, description, frequency, termsUrl, privacyUrl, countries });

const isAddress = (text: string) => /^https:\/\/./.test(text.trim());

/** Returns true when every part that a form must have is filled in. */
export const isFormComplete = ({
  group,
  brand,
  description,
  frequency,
  termsUrl,
  privacyUrl,
}: FormDraft): boolean =>
  group !== '' &&
  [brand, description, frequency].every((text) => text.trim() !== '') &&
  [termsUrl, privacyUrl].every(isAddress);

/** Converts the dialog to the body of a new form. */
export const bodyOfForm = (draft: FormDraft): CreateFormRequest => {
  const { countries, ...content } = draft;
  return { ...content, ...(countries.length > 0 && { countries }) };
};

/** Returns the parts that the dialog changed: others keep what another user may have changed meanwhile. */
export function changesOfForm(draft: FormDraft, before: OptInForm): UpdateFormRequest {
  const was = draftOfForm(before);
  const textOf = (value: string | string[]) => (typeof value === 'string' ? value : [...value].sort().join());
  const changed = (Object.keys(draft) as (keyof FormDraft)[]).filter(
    (name) => textOf(draft[name]) !== textOf(was[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, draft[name]]));
}

/** Returns the name of the file with the evidence of a form, such as `opt-in-acme-shoes.html`. */
export function evidenceFileOf({ brand, id }: Pick<OptInForm, 'brand' | 'id'>): string {
  // An accent stands apart from its letter in this form of the text.
  const plain = brand.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/[a-z0-9]+/g);
  return `opt-in-${words?.join('-') ?? id}.html`;
}
