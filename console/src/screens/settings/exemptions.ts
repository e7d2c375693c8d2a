import type { AccountSettings } from '../../api/schemas';

type Exemption = AccountSettings['contentExemptions'][number];

/** Content rules that an operator can lift, with labels for users. */
export const EXEMPTIONS: { value: Exemption; label: string }[] = [
  { value: 'sex', label: 'Sex' },
  { value: 'hate', label: 'Hate' },
  { value: 'alcohol', label: 'Alcohol' },
  { value: 'firearms', label: 'Firearms' },
  { value: 'tobacco', label: 'Tobacco, cannabis and vaping' },
  { value: 'phishing', label: 'What looks like phishing' },
];

export const describeExemptions = (categories: readonly Exemption[]): string =>
  categories
    .map((category) => EXEMPTIONS.find(({ value }) => value === category)?.label ?? category)
    .join(', ') || 'Nothing';
