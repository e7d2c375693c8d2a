import {
  paginateDescribeRegistrationFieldDefinitions,
  type PinpointSMSVoiceV2Client,
  type RegistrationFieldDefinition,
} from '@aws-sdk/client-pinpoint-sms-voice-v2';

/** Field of a registration form of AWS. **Source:** End User Messaging API, `RegistrationFieldDefinition`. */
export interface FieldDefinition {
  path: string;
  title: string;
  type: 'TEXT' | 'SELECT' | 'ATTACHMENT';
  requirement: 'REQUIRED' | 'OPTIONAL' | 'CONDITIONAL';
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  options?: string[];
  maxChoices?: number;
  /** Rules of a conditional field: the first one whose conditions all hold says how it behaves. */
  condition?: { rules: FieldRule[]; otherwise: string };
}

interface FieldRule {
  /** `REQUIRED`, `OPTIONAL` or `DISALLOWED`. */
  behavior: string;
  conditions: FieldCondition[];
}

export interface FieldCondition {
  path: string;
  /** `EQUALS`, `NOT_EQUALS`, `IN`, `NOT_IN`, `HAS_VALUE` or `NO_VALUE`; a newer one does not hold. */
  operator: string;
  values?: string[];
}

/** Reads the fields of a form as AWS has them now. */
export async function readDefinitions(
  eum: PinpointSMSVoiceV2Client,
  type: string,
): Promise<FieldDefinition[]> {
  const fields: FieldDefinition[] = [];
  const input = { RegistrationType: type };
  for await (const page of paginateDescribeRegistrationFieldDefinitions({ client: eum }, input)) {
    fields.push(...(page.RegistrationFieldDefinitions ?? []).map(definitionOf));
  }
  return fields;
}

function definitionOf(field: RegistrationFieldDefinition): FieldDefinition {
  const { TextValidation: text, SelectValidation: select, ConditionalBehavior: condition } = field;
  const path = field.FieldPath ?? '';
  return {
    ...{ path, title: field.DisplayHints?.Title ?? path },
    type: field.FieldType ?? 'TEXT',
    requirement: field.FieldRequirement ?? 'OPTIONAL',
    ...(text?.MinLength !== undefined && { minLength: text.MinLength }),
    ...(text?.MaxLength !== undefined && { maxLength: text.MaxLength }),
    ...(text?.Pattern !== undefined && { pattern: text.Pattern }),
    ...(select?.Options && { options: select.Options }),
    ...(select?.MaxChoices !== undefined && { maxChoices: select.MaxChoices }),
    ...(condition && {
      condition: {
        rules: (condition.Rules ?? []).map(({ RuleBehavior: behavior = '', Conditions: conditions }) => ({
          behavior,
          conditions: (conditions ?? []).map((one) => ({
            ...{ path: one.DependsOnFieldPath ?? '', operator: one.Operator ?? '' },
            ...(one.Values && { values: one.Values }),
          })),
        })),
        otherwise: condition.DefaultBehavior ?? 'OPTIONAL',
      },
    }),
  };
}
