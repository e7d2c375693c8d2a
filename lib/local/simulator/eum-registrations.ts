import type { FieldDefinition } from '../../../shared/platform/provider/eum/registrations/field-definitions';
import { REGISTRATION_TYPES } from '../../../shared/platform/provider/eum/registrations/registration-types';
import { SAVED_DEFINITIONS } from '../../../shared/platform/provider/eum/registrations/saved-definitions';
import { faultOf, type FieldValue } from '../../../shared/platform/provider/eum/registrations/check-field';
import { parseObject } from '../loopback-server';
import type { AwsAccount } from './aws-account';
import { type AwsState, smsVoiceArn } from './aws-state';
import { onTheWire } from './eum-describe';
import { exception, invalid, type WireAnswer } from './eum-protocol';
import type { LocalRegistrations, MadeRegistration } from './registrations';

type Input = Readonly<Record<string, unknown>>;
type Answer = object | WireAnswer;
type Change = (options: {
  desk: LocalRegistrations;
  registration: MadeRegistration;
  input: Input;
  state: AwsState;
}) => Answer;

const MANY_CHARACTERS = 10_000;
const ATTACHMENT = /^registration-attachment-/;

/** Operations on a registration that was made here. */
const OF_REGISTRATION: Readonly<Record<string, Change>> = {
  CreateRegistrationVersion: ({ desk, registration }) =>
    newestOf(registration)?.RegistrationVersionStatus === 'DRAFT'
      ? conflict('CREATE_REGISTRATION_VERSION_NOT_ALLOWED')
      : present(registration, desk.addVersion(registration)),
  CreateRegistrationAssociation: ({ registration, input: { ResourceId: id }, state }) => {
    const number = state.numbers.find(({ PhoneNumberId: one }) => one === id);
    const isBrand = state.registrations.some(({ RegistrationId: one }) => one === id);
    if (!number && !isBrand) return exception('ResourceNotFoundException', { Message: 'Not found' });
    const resource = {
      ResourceArn: smsVoiceArn(`${number ? 'phone-number' : 'registration'}/${String(id)}`),
      ...{ ResourceId: String(id), ResourceType: number ? 'phone-number' : 'registration' },
      ...(number && { IsoCountryCode: number.IsoCountryCode, PhoneNumber: number.PhoneNumber }),
    };
    registration.associations.push(resource);
    const { RegistrationArn, RegistrationId, RegistrationType } = registration.info;
    return { RegistrationArn, RegistrationId, RegistrationType, ...resource };
  },
  PutRegistrationFieldValue: ({ desk, registration, input }) => {
    const version = newestOf(registration);
    if (version?.RegistrationVersionStatus !== 'DRAFT') {
      return conflict('EDIT_REGISTRATION_FIELD_VALUES_NOT_ALLOWED');
    }
    const { FieldPath: path, SelectChoices, TextValue, RegistrationAttachmentId: attachment } = input;
    const definition = definitionsOf(registration.info.RegistrationType).find((one) => one.path === path);
    const given = (SelectChoices ?? TextValue ?? attachment) as FieldValue | undefined;
    if (!definition || given === undefined || faultOf(definition, given) !== undefined) {
      return invalid('FieldPath');
    }
    if (attachment !== undefined && !desk.attachments.has(attachment as string)) {
      return exception('ResourceNotFoundException', { Message: 'Not found' });
    }
    const value = {
      FieldPath: definition.path,
      ...(SelectChoices !== undefined && { SelectChoices: SelectChoices as string[] }),
      ...(TextValue !== undefined && { TextValue: TextValue as string }),
      ...(attachment !== undefined && { RegistrationAttachmentId: attachment as string }),
    };
    version.values = [...version.values.filter((one) => one.FieldPath !== path), value];
    return { ...presentVersion(registration, version), ...value };
  },
  DescribeRegistrationFieldValues: ({ registration, input: { VersionNumber: number } }) => {
    const version =
      registration.versions.find((one) => one.VersionNumber === number) ?? newestOf(registration);
    return { ...presentVersion(registration, version), RegistrationFieldValues: version?.values ?? [] };
  },
  SubmitRegistrationVersion: ({ desk, registration }) => {
    const { RegistrationType: type } = registration.info;
    if (newestOf(registration)?.RegistrationVersionStatus !== 'DRAFT') {
      return conflict('REGISTRATION_ALREADY_SUBMITTED');
    }
    const isAlone = registration.associations.length === 0 && type !== 'US_TEN_DLC_BRAND_REGISTRATION';
    if (isAlone) return conflict('SUBMIT_REGISTRATION_VERSION_NOT_ALLOWED');
    return { ...present(registration, desk.submit(registration)), AwsReview: false };
  },
};

/** Other operations. */
const OTHERS: Readonly<Record<string, (desk: LocalRegistrations, input: Input) => Answer>> = {
  CreateRegistration: (desk, { RegistrationType: type, Tags: tags = [], ClientToken: token }) => {
    if (definitionsOf(type).length === 0) return invalid('RegistrationType');
    const { info, ...made } = desk.create({
      ...{ type: String(type), tags: tags as MadeRegistration['tags'] },
      token: typeof token === 'string' ? token : undefined,
    });
    return { ...info, Tags: made.tags };
  },
  CreateRegistrationAttachment: (desk, { AttachmentBody: body }) => {
    if (typeof body !== 'string') return invalid('AttachmentBody');
    const id = `registration-attachment-${desk.attachments.size + 1}`;
    desk.attachments.set(id, new Date());
    return presentAttachment(desk, id);
  },
  DescribeRegistrationAttachments: (desk, { RegistrationAttachmentIds: ids = [] }) => ({
    RegistrationAttachments: (ids as string[])
      .filter((id) => desk.attachments.has(id))
      .map((id) => presentAttachment(desk, id)),
  }),
  DescribeRegistrationFieldDefinitions: (_desk, { RegistrationType: type }) => {
    const fields = definitionsOf(type);
    if (fields.length === 0) return invalid('RegistrationType');
    return { RegistrationType: type, RegistrationFieldDefinitions: fields.map(presentDefinition) };
  },
  ListTagsForResource: (desk, { ResourceArn: arn }) => ({
    ...{ ResourceArn: arn, Tags: desk.find(arn)?.tags ?? [] },
  }),
};

/**
 * Answers the operations with which registrations are made, filled and submitted.
 *
 * @returns `undefined` for any other operation
 */
export async function answerRegistrations(
  account: AwsAccount,
  { operation, body }: { operation: string; body: string | undefined },
): Promise<WireAnswer | undefined> {
  const change = Object.hasOwn(OF_REGISTRATION, operation) ? OF_REGISTRATION[operation] : undefined;
  const other = Object.hasOwn(OTHERS, operation) ? OTHERS[operation] : undefined;
  if (!change && !other) return undefined;
  const input = parseObject(body);
  if (input === undefined) return exception('SerializationException', {});
  const desk = account.registrations;
  if (other) return wireAnswer(other(desk, input));
  const registration = desk.find(input.RegistrationId);
  if (!registration && operation === 'DescribeRegistrationFieldValues') {
    const { registrations } = await account.read();
    // A registration of a fault has no values.
    if (registrations.some(({ RegistrationId: id }) => id === input.RegistrationId)) {
      const { RegistrationId, VersionNumber } = input;
      return wireAnswer({ RegistrationId, VersionNumber, RegistrationFieldValues: [] });
    }
  }
  if (!registration || !change) return exception('ResourceNotFoundException', { Message: 'Not found' });
  return wireAnswer(change({ desk, registration, input, state: await account.read() }));
}

function wireAnswer(answer: Answer): WireAnswer {
  if ('status' in answer && 'body' in answer) return answer;
  return { status: 200, body: onTheWire(answer) as object };
}

const newestOf = ({ versions }: MadeRegistration) => versions.at(-1);

const conflict = (reason: string): WireAnswer =>
  exception('ConflictException', { Message: 'Conflict', Reason: reason, ResourceType: 'registration' });

const presentVersion = ({ info }: MadeRegistration, version: ReturnType<typeof newestOf>) => ({
  ...{ RegistrationArn: info.RegistrationArn, RegistrationId: info.RegistrationId },
  VersionNumber: version?.VersionNumber,
});

function present(registration: MadeRegistration, version: ReturnType<typeof newestOf>): object {
  return {
    ...presentVersion(registration, version),
    RegistrationVersionStatus: version?.RegistrationVersionStatus,
    RegistrationVersionStatusHistory: version?.RegistrationVersionStatusHistory,
  };
}

const presentAttachment = (desk: LocalRegistrations, id: string) => ({
  RegistrationAttachmentArn: smsVoiceArn(`registration-attachment/${id.replace(ATTACHMENT, '')}`),
  ...{ RegistrationAttachmentId: id, AttachmentStatus: 'UPLOAD_COMPLETE' },
  CreatedTimestamp: desk.attachments.get(id),
});

function definitionsOf(type: unknown): FieldDefinition[] {
  const known = REGISTRATION_TYPES.find((one) => one === type);
  return known === undefined ? [] : SAVED_DEFINITIONS[known].fields;
}

function presentDefinition({ path, title, type, requirement, condition, ...rules }: FieldDefinition): object {
  return {
    ...{ SectionPath: path.split('.')[0], FieldPath: path, FieldType: type, FieldRequirement: requirement },
    DisplayHints: { Title: title, ShortDescription: title },
    ...(type === 'TEXT' && {
      TextValidation: {
        ...{ MinLength: rules.minLength ?? 1, MaxLength: rules.maxLength ?? MANY_CHARACTERS },
        Pattern: rules.pattern ?? '[\\s\\S]+',
      },
    }),
    ...(type === 'SELECT' && {
      SelectValidation: { MinChoices: 1, MaxChoices: rules.maxChoices ?? 1, Options: rules.options ?? [] },
    }),
    ...(condition && {
      ConditionalBehavior: {
        Rules: condition.rules.map(({ behavior, conditions }) => ({
          RuleBehavior: behavior,
          Conditions: conditions.map((one) => ({
            ...{ DependsOnFieldPath: one.path, Operator: one.operator },
            ...(one.values && { Values: one.values }),
          })),
        })),
        DefaultBehavior: condition.otherwise,
      },
    }),
  };
}
