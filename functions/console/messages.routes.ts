import { PAGE_QUERY } from '../../shared/lists/page.schema';
import { CAMPAIGN_COUNTS } from '../../shared/campaigns/plan/campaign-counts.schema';
import { CAMPAIGN_STATUSES } from '../../shared/campaigns/record/campaign';
import { MESSAGE_PURPOSES } from '../../shared/messages/message';
import { STATE_FILTERS } from '../../shared/texts/phone-text-filter';
import { declare } from './declare';
import { JOB, JOB_EXAMPLE } from './jobs.routes';
import {
  COUNT,
  CREDITS,
  listOf,
  MESSAGE_ID,
  oneOf,
  PHONE,
  record,
  resultsOf,
  SENDER,
  TEXT,
  TIME,
} from './schemas';

const PURPOSE = oneOf(MESSAGE_PURPOSES);
/** Parts of a text's answer about what it belongs to. */
const PART_OF = {
  ...{ jobId: TEXT, jobKind: oneOf(['broadcast', 'batch', 'campaign']), campaignId: TEXT },
  campaignName: { type: 'string', description: 'Name of the campaign, or of the automation.' },
};
export const PHONE_TEXT = record(
  { message: { $ref: '#/components/schemas/MessageStatus' }, purpose: PURPOSE },
  PART_OF,
);
const MESSAGE = {
  id: 'msg_01KJMNEX00P9G5NV1S6B8DHYQE',
  direction: 'outbound',
  to: '+12065550123',
  from: '+12065550100',
  body: 'Doors open at 9.',
  status: 'sent',
  sentAt: '2026-03-01T12:00:01.000Z',
  createdAt: '2026-03-01T12:00:00.000Z',
  encoding: 'GSM-7',
  segments: 1,
};
export const TEXTS_EXAMPLE = { results: [{ message: MESSAGE, purpose: 'send' }] };

/** Query parameters of a filter by state and time. */
const STATE_AND_PERIOD = [
  { name: 'state', description: 'State of the texts.', schema: oneOf(STATE_FILTERS) },
  { name: 'from', description: 'Since this time.', schema: { type: 'string', format: 'date-time' } },
  { name: 'to', description: 'Before this time.', schema: { type: 'string', format: 'date-time' } },
];

export const listMessageLog = declare({
  operationId: 'listMessageLog',
  method: 'GET',
  path: 'messages',
  scope: 'messages:read',
  summary: 'List the texts of an account, newest first',
  description:
    'Single texts, sent and received, each by itself; broadcasts, batches and campaigns with the counts of their recipients, at the time of the request or of the beginning. Texts of automations are listed with their automation. With `state`, those of which some text may be in it: the counts of broadcasts and batches do not tell what was delivered. A page can have fewer results than `limit`, even none, and be followed by another.',
  access: {
    read: ['campaignRun', 'click', 'job', 'message'],
    query: ['account', 'campaign', 'campaignRun', 'click', 'job', 'jobList'],
    listMessages: true,
  },
  query: [
    ...PAGE_QUERY,
    { name: 'sender', description: 'Number or sender of the account.', schema: SENDER },
    ...STATE_AND_PERIOD,
  ],
  answer: {
    name: 'MessageLog',
    schema: resultsOf(
      record(
        { at: TIME },
        {
          message: { $ref: '#/components/schemas/MessageStatus' },
          purpose: PURPOSE,
          job: JOB,
          campaign: record(
            { id: TEXT, name: TEXT, status: oneOf(CAMPAIGN_STATUSES), from: SENDER, counts: CAMPAIGN_COUNTS },
            { body: TEXT },
          ),
        },
      ),
    ),
    example: {
      results: [
        { at: '2026-03-01T12:00:00.000Z', message: MESSAGE, purpose: 'send' },
        { at: JOB_EXAMPLE.createdAt, job: JOB_EXAMPLE },
      ],
    },
  },
  errors: [33100],
});

export const getMessageTimeline = declare({
  operationId: 'getMessageTimeline',
  method: 'GET',
  path: 'messages/{messageId}/timeline',
  scope: 'messages:read',
  summary: 'All that happened to a message, in the order of time',
  access: {
    read: ['automation', 'campaign', 'click', 'delivery', 'job', 'message', 'receipt'],
    query: ['account', 'click'],
  },
  answer: {
    name: 'MessageTimeline',
    schema: record(
      {
        message: { $ref: '#/components/schemas/MessageStatus' },
        purpose: PURPOSE,
        phase: oneOf(['handingOver', 'waiting', 'settled']),
        attempts: COUNT,
        charge: CREDITS,
        timeline: listOf(record({ what: TEXT, details: TEXT }, { at: TIME })),
      },
      PART_OF,
    ),
    example: {
      message: MESSAGE,
      purpose: 'send',
      phase: 'settled',
      attempts: 1,
      charge: { sms: 2, mms: 0 },
      timeline: [
        {
          at: '2026-03-01T12:00:00.000Z',
          what: 'accepted',
          details: 'from +12065550100 to +12065550123; 1 × GSM-7',
        },
      ],
    },
  },
  errors: [33107],
});

export const listContactMessages = declare({
  operationId: 'listContactMessages',
  method: 'GET',
  path: 'contacts/{phoneNumber}/messages',
  scope: 'messages:read',
  summary: 'The texts to and from a phone, newest first',
  description:
    'Those of broadcasts, batches, campaigns and automations included. They are looked for: a page can have none and be followed by another, and have somewhat more than `limit`.',
  access: {
    read: ['campaign', 'campaignRun', 'click', 'contact', 'job', 'message', 'receipt'],
    query: ['account', 'automation', 'campaign', 'campaignRun', 'job', 'jobList'],
    listTexts: true,
  },
  query: [
    ...PAGE_QUERY,
    { name: 'campaign', description: 'Id of their campaign or automation.', schema: TEXT },
    ...STATE_AND_PERIOD,
  ],
  answer: { name: 'PhoneTexts', schema: resultsOf(PHONE_TEXT), example: TEXTS_EXAMPLE },
  errors: [33003, 33100],
});

export const listConsent = declare({
  operationId: 'listConsent',
  method: 'GET',
  path: 'contacts/{phoneNumber}/consent',
  scope: 'contacts:read',
  summary: 'What a phone consented to and withdrew, oldest first',
  access: { query: ['contact'] },
  answer: {
    name: 'ConsentLog',
    schema: resultsOf(
      record(
        {
          id: TEXT,
          at: TIME,
          action: TEXT,
          reason: TEXT,
          actor: oneOf(['api', 'contact', 'operator', 'import']),
        },
        { groupId: TEXT, groupName: TEXT, optInMode: TEXT, evidence: TEXT, messageId: MESSAGE_ID },
      ),
    ),
    example: {
      results: [
        {
          id: 'log_01KJMNEX00D4VQ6N2M8XJ1PZRS',
          at: '2026-03-01T12:00:00.000Z',
          action: 'OPT_IN',
          reason: 'USER_ADDED',
          actor: 'api',
          groupId: 'grp_01KJMNEX00T8QGJ3Y6Z0RSC4VN',
          groupName: 'Newsletter',
          optInMode: 'DIRECT',
        },
      ],
    },
  },
  errors: [33003],
});

export const listContactNames = declare({
  operationId: 'listContactNames',
  method: 'GET',
  path: 'contacts/names',
  scope: 'contacts:read',
  summary: 'Names of contacts, by their phones',
  description: 'Phones without a contact, and contacts without a name, are left out.',
  access: { read: ['contact'] },
  query: [{ name: 'phones', description: 'Up to 100, with commas between them.', schema: TEXT }],
  answer: {
    name: 'ContactNames',
    schema: resultsOf(record({ phoneNumber: PHONE }, { firstName: TEXT, lastName: TEXT })),
    example: { results: [{ phoneNumber: '+12065550123', firstName: 'Ada' }] },
  },
  errors: [33100],
});

export const MESSAGE_ROUTES = [
  listMessageLog,
  getMessageTimeline,
  listContactMessages,
  listConsent,
  listContactNames,
];
