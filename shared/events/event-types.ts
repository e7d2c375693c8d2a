import type { FromSchema } from 'json-schema-to-ts';
import {
  MAX_CAMPAIGN_NAME_CHARACTERS,
  MAX_CARRIER_REASON_CHARACTERS,
  MAX_ERROR_TYPE_CHARACTERS,
  MAX_GROUP_NAME_CHARACTERS,
  MAX_ID_CHARACTERS,
  MAX_ITEM_CHARACTERS,
  MAX_LINK_CHARACTERS,
  MAX_PAGE_URL_CHARACTERS,
  MAX_PROVIDER_ID_CHARACTERS,
  MAX_RESOLVED_BODY_BYTES,
  MAX_SENTENCE_CHARACTERS,
} from '../limits';
import { ENDPOINT_DISABLED } from '../outbox/outbox';
import { CHANNELS } from '../platform/provider/port';
import { freeText, kept, person } from './internal/archive-marks';

/** Events that an account can subscribe to. **Source:** rules 6, and `docs/webhooks.md` for the rest. */
export const EVENT_TYPES = [
  'contacts.group.opted_in',
  'contacts.group.opted_out',
  'messaging.message.delivered',
  'messaging.message.failed',
  'messaging.message.received',
  'messaging.link.clicked',
  'messaging.optout.likely',
  'messaging.job.completed',
  'messaging.campaign.completed',
  'messaging.sending.paused',
  'messaging.sending.resumed',
  'messaging.country.exceeded',
  ENDPOINT_DISABLED,
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** Event that an operator sends to test an endpoint; only that endpoint receives it. */
export const TEST_EVENT_TYPE = 'webhooks.test';

/**
 * Event of each new status of a message with an address for status callbacks. Endpoints get it only when they name it;
 * nobody can subscribe to it.
 */
export const STATUS_EVENT_TYPE = 'messaging.message.status';

export function isEventType(text: string): text is EventType {
  return EVENT_TYPES.some((type) => type === text);
}

type Properties = Readonly<Record<string, object>>;

/** Everything that is said of an event once. */
interface EventDefinition {
  title: string;
  description: string;
  /**
   * JSON schemas of the fields besides those of every event. Each text is marked with what the event archive does with
   * it: `kept`, `person` or `freeText`.
   */
  fields: Properties;
  /** Fields that not every event of the type has. */
  optional?: Properties;
}

// Bundles that need none of these leave such calls out.
const TIME = /* @__PURE__ */ kept({
  type: 'string',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
});
/** Phone number of a person. */
const PHONE = /* @__PURE__ */ person({ type: 'string', pattern: '^\\+[1-9]\\d{6,14}$' });
/** Sender of an account: a number or name of its own. */
const SENDER = /* @__PURE__ */ kept({
  type: 'string',
  pattern: '^(\\+[1-9]\\d{6,14}|\\d{5,6}|snd_[0-9A-Za-z]{1,64})$',
});
/** Identity that messages leave from. */
const IDENTITY = /* @__PURE__ */ kept({
  type: 'string',
  pattern: '^(\\+[1-9]\\d{6,14}|\\d{5,6}|pool:[\\w-]{1,64}|rcs-[\\w-]{1,64}|id:[0-9A-Za-z]{1,11})$',
});
const COUNT = { type: 'integer', minimum: 0 } as const;

const idOf = (prefix: string) =>
  kept({ type: 'string', maxLength: MAX_ID_CHARACTERS, pattern: `^${prefix}_` });

/** Builds the schema of an object. Published, it is open to new properties; for the code that builds events, closed. */
function objectOf<const Required extends Properties, const Optional extends Properties>(
  required: Required,
  optional: Optional,
  description?: string,
) {
  const schema: object = {
    type: 'object',
    ...(description !== undefined && { description }),
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: true,
  };
  return schema as {
    type: 'object';
    properties: Required & Optional;
    required: Array<keyof Required & string>;
    additionalProperties: false;
  };
}

const countsOf = (total: string) =>
  objectOf({ sent: COUNT, failed: COUNT, skipped: COUNT }, {}, `They add up to ${total}.`);

const contact = () => objectOf({ id: idOf('con'), phoneNumber: PHONE }, {});
const group = () =>
  objectOf(
    {
      id: idOf('grp'),
      name: freeText({
        type: 'string',
        minLength: 1,
        maxLength: MAX_GROUP_NAME_CHARACTERS,
        description: 'The name at that time.',
      }),
    },
    {},
  );

/** Builds the schema of a message as in rules 2.1, with the provider's details. */
function messageOf(required: Properties, optional: Properties) {
  const schema: object = objectOf(
    { id: idOf('msg'), ...required, createdAt: TIME },
    optional,
    "The message, in the form in which the API answers with it; as far as the provider has told, with `providerMessageId`, `parts`, `price`, and `carrierReason` when it did not arrive. `body` is empty in events of a campaign's test with the values of another contact (`asContact`).",
  );
  return schema as {
    type: 'object';
    additionalProperties: { type: ['string', 'number', 'boolean', 'null'] };
  };
}

const inbound = () =>
  messageOf(
    {
      ...{ direction: { const: 'inbound' }, to: SENDER, from: PHONE },
      body: freeText({ type: 'string', maxLength: MAX_ITEM_CHARACTERS }),
      status: { const: 'sent' },
    },
    {
      channel: { ...{ type: 'string', enum: CHANNELS }, description: 'How it came.' },
      sentAt: { ...TIME, description: 'When the provider handed it to us.' },
    },
  );

const outbound = (status: object, optional: Properties = {}) =>
  messageOf(
    {
      ...{ direction: { const: 'outbound' }, to: PHONE, from: SENDER },
      body: freeText({
        type: 'string',
        maxLength: MAX_RESOLVED_BODY_BYTES,
        description: 'The text with its merge tags resolved; empty for an MMS without text.',
      }),
      status,
    },
    {
      sentFrom: {
        ...IDENTITY,
        description:
          'Identity that was used for a sender, such as the number or RCS agent that a pool has chosen; absent when from is a number, and while the choice of a pool is not known.',
      },
      channel: {
        ...{ type: 'string', enum: CHANNELS },
        description:
          'How it went; absent when it was not handed over, and of a pool while that is not known.',
      },
      readAt: { ...TIME, description: 'When the recipient opened it; only RCS reports that.' },
      sentAt: { ...TIME, description: 'When the provider took it; absent when status is failed.' },
      providerMessageId: kept({
        type: 'string',
        maxLength: MAX_PROVIDER_ID_CHARACTERS,
        description: "The provider's own id of the message; absent where the provider has not told.",
      }),
      parts: {
        ...{ type: 'integer', minimum: 1 },
        description: 'Message parts that the provider counted; absent where the provider has not told.',
      },
      price: {
        ...{ type: 'number', minimum: 0 },
        description:
          'What the provider charges for all parts, in US dollars, carrier fees included; absent where the provider has not told.',
      },
      ...optional,
    },
  );

const holdFields = () =>
  ({
    fields: {
      scope: {
        enum: ['service', 'account', 'number'],
        description: 'What waits: the messages of every account, of this account, or of one of its numbers.',
      },
      reason: {
        enum: ['paused', 'provider', 'spend_limit'],
        description:
          'paused: by an operator or admin. provider: it takes no messages, or answers none. spend_limit: the limit of the AWS account for the month is reached.',
      },
      since: { ...TIME, description: 'When it began.' },
    },
    optional: {
      number: {
        ...IDENTITY,
        description: 'The number, or other member of a sender, that waits; only with scope number.',
      },
      comment: freeText({
        type: 'string',
        maxLength: MAX_ITEM_CHARACTERS,
        description: 'What was given as the reason of a pause.',
      }),
    },
  }) as const;

/**
 * Returns every event, by its type. Types of the code, JSON schemas, the webhooks of the API reference and the tables of
 * `docs/events.md` follow. A function, so that bundles that need none of this have none of it.
 *
 * **Source:** rules 6, and `docs/webhooks.md` for the rest.
 */
const eventDefinitions = () =>
  ({
    'contacts.group.opted_in': {
      title: 'Contact opted in to a group',
      description:
        'A contact has become an active member of a group: by `DIRECT` or `SILENT` enrolment, or by its `YES` to a `CONFIRM` enrolment.',
      fields: {
        ...{ contact: contact(), group: group() },
        optInMode: {
          enum: ['DIRECT', 'CONFIRM', 'SILENT'],
          description: 'CONFIRM: the contact has replied YES.',
        },
      },
    },
    'contacts.group.opted_out': {
      title: 'Contact opted out of a group',
      description:
        'An active member has left a group: removed through the API, or by refusing everything (`STOP`, kiosk, carrier), then one event for each group.',
      fields: {
        ...{ contact: contact(), group: group() },
        reason: {
          enum: ['MANUAL_REMOVAL', 'STOP', 'KIOSK', 'CARRIER', 'IMPORT'],
          description:
            'MANUAL_REMOVAL: taken out through the API, or with the deletion of the group. The others: the contact refuses everything, and every group it was in has its own event.',
        },
      },
    },
    'messaging.message.delivered': {
      title: 'Message delivered',
      description: 'The provider reports that a message has reached the phone.',
      fields: {
        message: outbound({ const: 'sent' }),
        deliveredAt: { ...TIME, description: 'As the provider says.' },
      },
    },
    'messaging.message.failed': {
      title: 'Message failed',
      description:
        'A single message was not handed over (`stage` `handOver`), or a message was sent and did not arrive (`delivery`).',
      fields: {
        message: outbound(
          { enum: ['sent', 'failed'] },
          {
            errorType: kept({
              type: 'string',
              maxLength: MAX_ERROR_TYPE_CHARACTERS,
              description: 'Only when status is failed.',
            }),
            errorMessage: freeText({
              type: 'string',
              maxLength: MAX_SENTENCE_CHARACTERS,
              description: 'Only when status is failed.',
            }),
            carrierReason: freeText({
              type: 'string',
              maxLength: MAX_CARRIER_REASON_CHARACTERS,
              description:
                'Why the message did not arrive, in the words of the provider or carrier; only with stage delivery.',
            }),
          },
        ),
        stage: {
          enum: ['handOver', 'delivery'],
          description:
            'handOver: the provider did not take it or gave no answer, status is failed and errorType says why. delivery: it was sent and did not arrive, status is sent.',
        },
      },
    },
    'messaging.message.received': {
      title: 'Message received',
      description:
        "A phone sent a text to one of the account's numbers; keywords such as `STOP` are included.",
      fields: { message: inbound() },
    },
    'messaging.link.clicked': {
      title: 'Link clicked',
      description:
        'A person has followed a tracking link of a message for the first time. Once for each message; link previews and robots do not count.',
      fields: {
        message: outbound({ enum: ['sent', 'failed'] }),
        link: kept({
          type: 'string',
          maxLength: MAX_LINK_CHARACTERS,
          description: 'The short link that was followed, `<domain>/<path>`.',
        }),
        clickedAt: { ...TIME, description: 'When.' },
      },
      optional: {
        jobId: {
          ...idOf('brc'),
          description: 'The broadcast or batch that the message is of; absent of a single message.',
        },
      },
    },
    'messaging.optout.likely': {
      title: 'Likely opt-out',
      description:
        'A contact sent a text that is no keyword and likely asks to be left alone: all but single sends and emergency campaigns leave it out until a person has decided.',
      fields: {
        message: inbound(),
        reason: {
          enum: ['refusal', 'wrong_number'],
          description: "wrong_number: the text says that the phone is another person's.",
        },
      },
    },
    'messaging.job.completed': {
      title: 'Job completed',
      description: 'Every recipient of a broadcast or batch has had its end, cancelled jobs included.',
      fields: {
        job: objectOf(
          {
            ...{ id: idOf('brc'), kind: { enum: ['broadcast', 'batch'] }, from: SENDER },
            status: {
              enum: ['completed', 'cancelled'],
              description: 'cancelled: it was stopped on the way.',
            },
            ...{ totalRecipients: COUNT, counts: countsOf('totalRecipients') },
            ...{ createdAt: TIME, completedAt: TIME },
          },
          {},
        ),
      },
    },
    'messaging.campaign.completed': {
      title: 'Campaign completed',
      description:
        'A campaign has ended: every recipient has had its end, it was cancelled, or it could not begin.',
      fields: {
        campaign: objectOf(
          {
            ...{
              id: idOf('cmp'),
              name: freeText({ type: 'string', maxLength: MAX_CAMPAIGN_NAME_CHARACTERS }),
              from: SENDER,
            },
            status: {
              enum: ['completed', 'cancelled', 'failed'],
              description: 'cancelled: it was stopped on the way. failed: it could not begin.',
            },
            selected: { ...COUNT, description: 'Recipients that it was charged for.' },
            counts: countsOf('selected'),
            ...{ createdAt: TIME, completedAt: TIME },
          },
          { errorCode: { type: 'integer', description: 'Of a failed one: why it could not begin.' } },
        ),
      },
    },
    'messaging.sending.paused': {
      title: 'Sending paused',
      description:
        'Messages wait: sending was paused, or the provider takes none from a number, or none at all.',
      ...holdFields(),
    },
    'messaging.sending.resumed': {
      title: 'Sending resumed',
      description: 'What kept messages waiting is over.',
      ...holdFields(),
    },
    'messaging.country.exceeded': {
      title: 'Texts to a country exceeded',
      description:
        'The texts of the account to a country reached its budget, or are ten times as many as usual. Once a UTC day for each country and reason.',
      fields: {
        country: kept({
          type: 'string',
          pattern: '^[A-Z]{2}$',
          description: 'Its two letters; ZZ: numbers that tell no country.',
        }),
        reason: {
          enum: ['budget', 'jump'],
          description:
            'budget: that of the operator. jump: ten times the daily average of the last seven days.',
        },
        day: kept({ type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'UTC.' }),
        limit: { type: 'integer', minimum: 0, description: 'Texts to the country in a day, at most.' },
        effect: {
          enum: ['stopped', 'told'],
          description: 'stopped: no more texts go there on this day. told: they go on.',
        },
      },
    },
    'webhooks.endpoint.disabled': {
      title: 'Webhook endpoint disabled',
      description: 'An endpoint of the account was switched off because of what it answered.',
      fields: {
        endpoint: objectOf(
          { id: idOf('end'), url: freeText({ type: 'string', maxLength: MAX_PAGE_URL_CHARACTERS }) },
          {},
        ),
        reason: {
          enum: ['gone', 'failing'],
          description: 'gone: it answered 410. failing: nothing but failures for five days.',
        },
      },
    },
  }) as const satisfies Record<EventType, EventDefinition>;

type Definitions = ReturnType<typeof eventDefinitions>;
type Values<Schemas> = { -readonly [Name in keyof Schemas]: FromSchema<Schemas[Name] & object> };
type FieldsOf<Definition> = Definition extends { fields: infer Fields; optional: infer Optional }
  ? Values<Fields> & Partial<Values<Optional>>
  : Definition extends { fields: infer Fields }
    ? Values<Fields>
    : never;
/** Fields of each type of event, besides those of every event. */
export type EventFields = { [Type in EventType]: FieldsOf<Definitions[Type]> };

/** Fields of every event. */
export interface EventBase {
  /** Set once; the same at every delivery of the event. */
  id: string;
  type: EventType | typeof STATUS_EVENT_TYPE;
  /** Incremented when a field changes its meaning or is removed. */
  version: 1;
  /** ISO time. */
  time: string;
  accountId: string;
}

export type EventOf<Type extends EventType> = EventBase & { type: Type } & EventFields[Type];

/** Builds the schema of a type of event. */
export function eventSchema(type: EventType) {
  const { title, description, fields, optional = {} }: EventDefinition = eventDefinitions()[type];
  const base = {
    id: kept({
      type: 'string',
      pattern: '^evt_[0-9A-Z]{26}$',
      description: 'The same at every delivery of the event: the key to recognise a repetition by.',
    }),
    type: { const: type, description: 'One of the types of events.' },
    version: {
      const: 1,
      description:
        'Goes up when a field changes its meaning or goes away; new fields may come without it: ignore what you do not know.',
    },
    time: {
      ...TIME,
      description: 'When it happened, UTC; of what a receipt reports, when the provider saw it.',
    },
    accountId: { ...idOf('acc'), description: 'Account that the event is of.' },
  } as const satisfies Record<keyof EventBase, object>;
  return { title, description, ...objectOf({ ...base, ...fields }, optional) };
}
