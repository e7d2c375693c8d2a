import type { FieldDefinition } from './field-definitions';
import type { RegistrationType } from './registration-types';
import saved from './internal/field-definitions.json';

/** Copy of the fields of a form. */
interface SavedDefinitions {
  source: string;
  /** Day of the copy. */
  date: string;
  /** False for a copy that was put together from publications; AWS may ask for other fields. */
  isFromAws: boolean;
  fields: FieldDefinition[];
}
export type DefinitionsByType = Record<RegistrationType, SavedDefinitions>;

/** Copy of the forms in this project, which `registration definitions --refresh` replaces. */
export const SAVED_DEFINITIONS = saved as unknown as DefinitionsByType;
