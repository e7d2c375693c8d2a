import {
  RECIPIENT_PAGE_SCHEMA,
  RECIPIENT_RESULT_SCHEMA,
} from '../../shared/sending/jobs/read/recipients-answer.schema';
import {
  ADDRESS_SCHEMA,
  CONTACT_ANSWER_SCHEMA,
  CUSTOM_FIELD_VALUE_SCHEMA,
  MEMBERSHIP_SCHEMA,
  PENDING_MEMBERSHIP_SCHEMA,
} from '../../shared/audience/contacts/contact-answer.schema';
import {
  CUSTOM_FIELD_LIST_SCHEMA,
  CUSTOM_FIELD_SCHEMA,
} from '../../shared/audience/custom-fields/custom-fields-answer.schema';
import {
  GROUP_PAGE_SCHEMA,
  GROUP_SCHEMA,
  TAG_SCHEMA,
} from '../../shared/audience/groups/group-answer.schema';
import {
  ACCEPTED_BATCH_SCHEMA,
  ACCEPTED_BROADCAST_SCHEMA,
  BATCH_STATUS_SCHEMA,
  BROADCAST_STATUS_SCHEMA,
} from '../../shared/sending/jobs/job-answer.schema';
import {
  CREDITS_SCHEMA,
  DRY_RUN_SCHEMA,
  JOB_DRY_RUN_SCHEMA,
  MESSAGE_SCHEMA,
  MESSAGE_STATUS_SCHEMA,
} from '../../shared/sending/single/message-answer.schema';
import { PHONE_NUMBER_SCHEMA, SENDER_SCHEMA } from '../../shared/phone-numbers/phone-number.schema';
import { SCHEMAS } from '../../shared/http/schemas';

const ULID = '[0-9A-HJKMNP-TV-Z]{26}';

/** Answers, and what they and the requests have in common, by the name that `$ref` uses. */
export const ANSWER_SCHEMAS = {
  Message: MESSAGE_SCHEMA,
  MessageStatus: MESSAGE_STATUS_SCHEMA,
  DryRun: DRY_RUN_SCHEMA,
  JobDryRun: JOB_DRY_RUN_SCHEMA,
  AcceptedBroadcast: ACCEPTED_BROADCAST_SCHEMA,
  AcceptedBatch: ACCEPTED_BATCH_SCHEMA,
  BroadcastStatus: BROADCAST_STATUS_SCHEMA,
  BatchStatus: BATCH_STATUS_SCHEMA,
  RecipientPage: RECIPIENT_PAGE_SCHEMA,
  RecipientResult: RECIPIENT_RESULT_SCHEMA,
  Credits: CREDITS_SCHEMA,
  Contact: CONTACT_ANSWER_SCHEMA,
  Address: ADDRESS_SCHEMA,
  Membership: MEMBERSHIP_SCHEMA,
  PendingMembership: PENDING_MEMBERSHIP_SCHEMA,
  CustomFieldValue: CUSTOM_FIELD_VALUE_SCHEMA,
  CustomField: CUSTOM_FIELD_SCHEMA,
  CustomFieldList: CUSTOM_FIELD_LIST_SCHEMA,
  Group: GROUP_SCHEMA,
  GroupPage: GROUP_PAGE_SCHEMA,
  Tag: TAG_SCHEMA,
  PhoneNumber: PHONE_NUMBER_SCHEMA,
  Sender: SENDER_SCHEMA,
  MessageId: {
    type: 'string',
    pattern: `^msg_${ULID}([0-9A-HJKMNP-TV-Z]{4})?$`,
    examples: ['msg_01KJMNEX00P9G5NV1S6B8DHYQE'],
  },
  JobId: { type: 'string', pattern: `^brc_${ULID}$`, examples: ['brc_01KJMNEX00D4VQ6N2M8XJ1PZRS'] },
  ContactId: { type: 'string', pattern: `^con_${ULID}$`, examples: ['con_01KJMNEX00A5DWRV8QZ9RT5BGP'] },
  GroupId: {
    type: 'string',
    pattern: '^grp_[A-Za-z0-9]{1,64}$',
    examples: ['grp_01KJMNEX00T8QGJ3Y6Z0RSC4VN'],
  },
  Timestamp: {
    type: 'string',
    format: 'date-time',
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
    description: 'ISO 8601, UTC, milliseconds.',
    examples: ['2026-03-01T12:00:00.000Z'],
  },
} as const;

export type AnswerSchemaName = keyof typeof ANSWER_SCHEMAS;
export type RequestSchemaName = keyof typeof SCHEMAS;

/** `send-message` is `SendMessageRequest` in the document. */
export function requestSchemaName(name: RequestSchemaName): string {
  const words = name.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Request`;
}

/** Request schemas as the document shows them: our own formats, which nobody else knows, become public ones. */
export function requestSchemas(): Record<string, object> {
  return Object.fromEntries(
    Object.entries(SCHEMAS).map(([name, schema]) => [
      requestSchemaName(name as RequestSchemaName),
      withPublicFormats(schema) as object,
    ]),
  );
}

const PUBLIC_FORMATS: Readonly<Record<string, string | undefined>> = { 'http-url': 'uri', text: undefined };

function withPublicFormats(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withPublicFormats);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
      if (key !== 'format' || typeof inner !== 'string' || !(inner in PUBLIC_FORMATS)) {
        return [[key, withPublicFormats(inner)]];
      }
      const format = PUBLIC_FORMATS[inner];
      return format === undefined ? [] : [[key, format]];
    }),
  );
}
