/** Words of the pages in one language; `{brand}` and the like are replaced. */
export interface Words {
  /** Name of the language in itself. */
  language: string;
  title: string;
  /** Labels of what is sent and how often, which the account writes. */
  description: string;
  frequency: string;
  phoneLabel: string;
  phoneHint: string;
  /** Names the countries whose numbers are taken. */
  countriesHint: string;
  /** Words of consent, beside the box: everything that carriers require to be told at this point. */
  consent: string;
  terms: string;
  privacy: string;
  submit: string;
  /** Label of the field that only robots fill in. */
  leaveEmpty: string;
  otherLanguages: string;
  errorTitle: string;
  errors: Readonly<Record<FormError, string>>;
  /** Page after a post; `{sender}` is the number that the text comes from. */
  done: PageWords;
  later: PageWords;
  notFound: PageWords;
  unreadable: PageWords;
  formLink: string;
}

interface PageWords {
  title: string;
  paragraphs: readonly string[];
}

/** Faults of a post. */
export type FormError = 'phone' | 'country' | 'consent' | 'changed';
