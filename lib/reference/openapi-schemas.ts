import { ADDRESS_SCHEMA } from '../../shared/audience/contacts/address';
import {
  CUSTOM_FIELD_VALUE_SCHEMA,
  MEMBERSHIP_SCHEMA,
  PENDING_MEMBERSHIP_SCHEMA,
} from '../../shared/audience/contacts/contact-answer.schema';
import { CUSTOM_FIELD_SCHEMA } from '../../shared/audience/custom-fields/custom-fields-answer.schema';
import { GROUP_SCHEMA, TAG_SCHEMA } from '../../shared/audience/groups/group-answer.schema';
import { AUDIENCE_SCHEMA, CONDITION_SCHEMA } from '../../shared/audience/segments/audience.schema';
import { CREDITS_SCHEMA } from '../../shared/sending/single/message-answer.schema';
import { AUTOMATION_FIELDS } from '../../shared/automations/record/automation.schema';
import { CAMPAIGN_SCHEMA } from '../../shared/campaigns/plan/campaign.schema';
import { PAGE_NAMES } from './guides';
import { publicSchema } from './public-schema';
import { MAX_TARGET_BYTES } from '../../shared/limits';
import { PHONE_NUMBER_SCHEMA, SENDER_SCHEMA } from '../../shared/phone-numbers/phone-number.schema';

const ULID = '[0-9A-HJKMNP-TV-Z]{26}';

/** Schemas that answers and requests of several routes refer to, by the name that `$ref` uses. */
export const COMMON_SCHEMAS = {
  Credits: CREDITS_SCHEMA,
  Address: ADDRESS_SCHEMA,
  Membership: MEMBERSHIP_SCHEMA,
  PendingMembership: PENDING_MEMBERSHIP_SCHEMA,
  CustomFieldValue: CUSTOM_FIELD_VALUE_SCHEMA,
  CustomField: CUSTOM_FIELD_SCHEMA,
  Group: GROUP_SCHEMA,
  Tag: TAG_SCHEMA,
  Audience: publicSchema(AUDIENCE_SCHEMA),
  Condition: CONDITION_SCHEMA,
  CampaignAudience: publicSchema(CAMPAIGN_SCHEMA.properties.audience),
  CampaignSchedule: publicSchema(CAMPAIGN_SCHEMA.properties.schedule),
  SendingHours: publicSchema(CAMPAIGN_SCHEMA.properties.sendingHours),
  AutomationTrigger: publicSchema(AUTOMATION_FIELDS.trigger),
  AutomationEntry: publicSchema(AUTOMATION_FIELDS.entry),
  AutomationStep: publicSchema(AUTOMATION_FIELDS.steps.items),
  AutomationId: {
    type: 'string',
    pattern: `^aut_${ULID}$`,
    examples: ['aut_01KJMNEX00E7Q8Y4R2M5T9B3CD'],
  },
  CampaignId: {
    type: 'string',
    pattern: `^cmp_${ULID}$`,
    examples: ['cmp_01KJMNEX00A5DWRV8QZ9RT5BGP'],
  },
  SegmentId: {
    type: 'string',
    pattern: `^seg_${ULID}$`,
    examples: ['seg_01KJMNEX00B6T1H3W9KQ4ZC8YD'],
  },
  PhoneNumber: PHONE_NUMBER_SCHEMA,
  Sender: SENDER_SCHEMA,
  DocsPage: { type: 'string', enum: PAGE_NAMES },
  MessageId: {
    type: 'string',
    pattern: `^msg_${ULID}([0-9A-HJKMNP-TV-Z]{4})?$`,
    examples: ['msg_01KJMNEX00P9G5NV1S6B8DHYQE'],
  },
  JobId: { type: 'string', pattern: `^brc_${ULID}$`, examples: ['brc_01KJMNEX00D4VQ6N2M8XJ1PZRS'] },
  ContactId: { type: 'string', pattern: `^con_${ULID}$`, examples: ['con_01KJMNEX00A5DWRV8QZ9RT5BGP'] },
  ErasureId: { type: 'string', pattern: `^ers_${ULID}$`, examples: ['ers_01KJMNEX00E2TTQZ4N0A8QH0FV'] },
  ExportId: { type: 'string', pattern: `^exp_${ULID}$`, examples: ['exp_01KJMNEX00K5V3T8W1R6QZ2YBN'] },
  ImportId: { type: 'string', pattern: `^imp_${ULID}$`, examples: ['imp_01KJMNEX00B7C9TX2V5QK8RZJD'] },
  GroupId: {
    type: 'string',
    pattern: '^grp_[A-Za-z0-9]{1,64}$',
    examples: ['grp_01KJMNEX00T8QGJ3Y6Z0RSC4VN'],
  },
  FormId: {
    type: 'string',
    pattern: '^frm_[A-Za-z0-9]{1,64}$',
    examples: ['frm_01KJMNEX00F5B7D9G2H4K6M8PQ'],
  },
  PathText: { type: 'string', minLength: 1, maxLength: MAX_TARGET_BYTES },
  Timestamp: {
    type: 'string',
    format: 'date-time',
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
    description: 'ISO 8601, UTC, milliseconds.',
    examples: ['2026-03-01T12:00:00.000Z'],
  },
} as const;

/** Returns the name of a request's schema in the document: `send-message` is `SendMessageRequest`. */
export function requestSchemaName(name: string): string {
  const words = name.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Request`;
}
