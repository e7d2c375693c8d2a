import type { StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { Registration, RegistrationDraft, RegistrationType } from '../../../api/schemas';

/** Registrations that can be drafted here, by the names that operators know. */
export const DRAFTED_TYPES: Record<RegistrationType, string> = {
  US_TEN_DLC_BRAND_REGISTRATION: '10DLC brand',
  US_TEN_DLC_CAMPAIGN_REGISTRATION: '10DLC campaign',
  US_TOLL_FREE_REGISTRATION: 'Toll-free number',
};

/** Returns true for a registration that can be drafted here. */
export const isDraftedType = (type: string | null): type is RegistrationType =>
  type !== null && Object.hasOwn(DRAFTED_TYPES, type);

/** Returns the name of a type; one that is not known here in AWS's words, such as "Gb sender id registration". */
export const typeName = (type: string): string =>
  isDraftedType(type) ? DRAFTED_TYPES[type] : capitalize(type.toLowerCase().replaceAll('_', ' '));

const NUMBER_TYPES: Record<string, string> = {
  LONG_CODE: 'Long code',
  SHORT_CODE: 'Short code',
  SIMULATOR: 'Simulator of AWS',
  TEN_DLC: '10DLC',
  TOLL_FREE: 'Toll-free',
};

export const numberTypeName = (type: string): string => NUMBER_TYPES[type] ?? type;

/** Writes a status of AWS as a word: `ACTIVE` is "Active". */
export const statusWord = (status: string): string => capitalize(status.toLowerCase().replaceAll('_', ' '));

/** Makes a heading of words that go on after a name: "was rejected" is "Rejected". */
export const stateText = (words: string): string => capitalize(words.replace(/^(?:is|was) /, ''));

export const INDICATORS: Record<Registration['state'], StatusIndicatorProps.Type> = {
  ok: 'success',
  warning: 'warning',
  problem: 'error',
  unknown: 'stopped',
};

/** Lists the numbers, sender ids or brands that a registration is for. */
export const resourcesText = (resources: Registration['resources']): string =>
  resources.map(({ name, country }) => (country === undefined ? name : `${name} (${country})`)).join(', ');

const SECTIONS: Record<string, string> = {
  campaignCapabilities: 'What the campaign can do',
  campaignInfo: 'Campaign',
  campaignUseCase: 'Use of the campaign',
  companyInfo: 'Company',
  contactInfo: 'Contact',
  messageSamples: 'Samples',
  messagingUseCase: 'Use of the texts',
};

/** Groups fields by the first part of their paths, in the order of the form. */
export function sectionsOf<Field extends { path: string }>(
  fields: readonly Field[],
): { title: string; fields: Field[] }[] {
  const sections = new Map<string, Field[]>();
  for (const field of fields) {
    const name = field.path.split('.')[0] ?? '';
    sections.set(name, [...(sections.get(name) ?? []), field]);
  }
  return [...sections].map(([name, own]) => ({ title: SECTIONS[name] ?? capitalize(name), fields: own }));
}

/** Names of the forms of an account, which may have the same brand. */
export const formOptions = (forms: RegistrationDraft['forms']) =>
  forms.map(({ id, brand }) => ({ value: id, label: brand, description: id }));

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
