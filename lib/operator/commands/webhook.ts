import { type Command, InvalidArgumentError } from 'commander';
import { EVENT_TYPES, type EventType, isEventType } from '../../../shared/events/event-types';
import { readOutgoingPolicy } from '../../../shared/platform/outgoing/public-address';
import { getSealingKey } from '../../../shared/platform/secrets/sealing-key';
import type { Endpoint } from '../../../shared/webhooks/endpoint';
import type { EndpointQueue } from '../../../shared/webhooks/endpoint-queue';
import { editEndpoint } from '../../../shared/webhooks/edit-endpoint';
import {
  addEndpoint,
  enableEndpoint,
  listEndpoints,
  removeEndpoint,
  rotateSecret,
  switchOffEndpoint,
} from '../../../shared/webhooks/manage-endpoints';
import { presentEndpoint } from '../../../shared/webhooks/present-endpoint';
import { calling } from '../../../shared/platform/aws/callee';
import { OperatorError } from '../operator-error';
import { collect } from '../option-lists';
import type { AddVerbs } from '../add-verbs';
import type { Report } from '../report';
import { keepChanges } from '../told-changes';
import { addVerb, requireAccount, requireOpenAccount, withAccount } from '../verb';
import { addDeliveryVerbs } from './webhook-deliveries';

interface EndpointOptions {
  account: string;
  endpoint: string;
}

export const addWebhookVerbs: AddVerbs = (noun, io) => {
  addVerb<{ account: string; url: string; event?: EventType[]; batch?: true }>(noun, io, {
    name: 'add',
    summary: 'send events of the account to an address; prints the secret that signs them, once',
    declare: (command) =>
      withAccount(command)
        .requiredOption('--url <url>', 'https address of the receiver')
        .option(
          '--event <type>',
          'types of events to send, separated by commas or the option repeated; all without it',
          collect(parseEventType),
        )
        .option('--batch', 'send up to 100 events that are due at once in one request'),
    run: async ({ target }, options) => {
      const account = await requireOpenAccount(target, options.account);
      const deps = {
        ...target,
        sealingKey: await calling('Secrets Manager', getSealingKey()),
        policy: readOutgoingPolicy(),
      };
      const { event: eventTypes, url, batch } = options;
      const accountId = account.id;
      const told = keepChanges();
      const { beforeWrite } = told;
      const added = await addEndpoint(deps, { accountId, url, eventTypes, batch, beforeWrite });
      return { ...reportSecret(added.endpoint, added.secret), changes: told.changes };
    },
  });
  addVerb<{ account: string }>(noun, io, {
    name: 'list',
    summary: 'list the endpoints of an account',
    declare: withAccount,
    run: async ({ target }, options) => {
      const account = await requireAccount(target, options.account);
      return reportEndpoints(await listEndpoints(target.table, account.id));
    },
  });
  addVerb<EndpointOptions & { url?: string; event?: Array<EventType | typeof ALL> }>(noun, io, {
    name: 'set',
    summary:
      'change the address or the events of an endpoint; what is not named stays, and so does the secret',
    declare: (command) =>
      withEndpoint(command)
        .option('--url <url>', 'https address of the receiver; what waits goes there too')
        .option(
          '--event <type>',
          `all types of events to send, separated by commas or the option repeated; "${ALL}" for every type`,
          collect(parseEventTypeOrAll),
        ),
    check: ({ url, event }) => {
      if (url === undefined && event === undefined)
        throw new OperatorError('Nothing to change: give --url or --event.');
      if (event && event.length > 1 && event.includes(ALL))
        throw new OperatorError(`Give either --event ${ALL} or the types.`);
    },
    run: async ({ target }, { account: accountId, endpoint: endpointId, url, event }) => {
      await requireOpenAccount(target, accountId);
      const told = keepChanges();
      const eventTypes = event?.filter((type) => type !== ALL);
      const edited = await editEndpoint(
        { ...target, policy: readOutgoingPolicy() },
        { accountId, endpointId, url, eventTypes, beforeWrite: told.beforeWrite },
      );
      if (!edited) throw noSuchEndpoint(endpointId);
      return { ...reportEndpoint(edited), changes: told.changes };
    },
  });
  addVerb<EndpointOptions>(noun, io, {
    name: 'remove',
    summary: 'send nothing to an endpoint any more, and forget what waits for it',
    declare: withEndpoint,
    confirmation: (_session, { endpoint }) => ({
      question: `Remove the endpoint ${endpoint} with all events that wait for it?`,
      isYesRequired: false,
    }),
    run: async ({ target }, { account: accountId, endpoint: endpointId }) => {
      if (!(await removeEndpoint(target, { accountId, endpointId }))) throw noSuchEndpoint(endpointId);
      return { json: { id: endpointId, accountId }, rows: [], note: `${endpointId} is removed.` };
    },
  });
  addVerb<EndpointOptions>(noun, io, {
    name: 'rotate',
    summary: 'give an endpoint a new secret; the old one signs along for 24 hours',
    declare: withEndpoint,
    run: async ({ target }, { account: accountId, endpoint: endpointId }) => {
      const deps = { ...target, sealingKey: await calling('Secrets Manager', getSealingKey()) };
      const rotated = await rotateSecret(deps, { accountId, endpointId });
      if (!rotated) throw noSuchEndpoint(endpointId);
      return reportSecret(rotated.endpoint, rotated.secret);
    },
  });
  addVerb<EndpointOptions>(noun, io, {
    name: 'enable',
    summary: 'switch an endpoint on again; "webhook replay" sends what it missed',
    declare: withEndpoint,
    run: async ({ target }, { account: accountId, endpoint: endpointId }) => {
      await requireOpenAccount(target, accountId);
      return reportChanged(endpointId, await enableEndpoint(target, { accountId, endpointId }));
    },
  });
  addVerb<EndpointOptions>(noun, io, {
    name: 'disable',
    summary: 'switch an endpoint off; what happens meanwhile is kept for "webhook replay"',
    declare: withEndpoint,
    run: async ({ target }, { account: accountId, endpoint: endpointId }) =>
      reportChanged(endpointId, await switchOffEndpoint(target, { accountId, endpointId })),
  });
  addDeliveryVerbs(noun, io);
};

function withEndpoint(command: Command): Command {
  return withAccount(command).requiredOption('--endpoint <id>', 'endpoint, as "webhook list" shows it');
}

function parseEventType(raw: string): EventType {
  if (!isEventType(raw)) throw new InvalidArgumentError(`Expected one of ${EVENT_TYPES.join(', ')}.`);
  return raw;
}

/** Stands for every type of events. */
const ALL = 'all';

const parseEventTypeOrAll = (raw: string) => (raw === ALL ? ALL : parseEventType(raw));

function noSuchEndpoint(endpointId: string): OperatorError {
  return new OperatorError(`The account has no endpoint ${endpointId}.`);
}

const rowsOf = (endpoint: Endpoint): string[][] => [
  ['id', endpoint.id],
  ['url', endpoint.url],
  ['events', describeTypes(endpoint)],
  ['in a request', endpoint.batch ? 'up to 100' : '1'],
  ['status', endpoint.status],
];

const reportEndpoint = (endpoint: Endpoint): Report => ({
  json: presentEndpoint(endpoint),
  rows: [...rowsOf(endpoint), ['created at', endpoint.createdAt]],
});

function reportSecret(endpoint: Endpoint, secret: string): Report {
  const shown = presentEndpoint(endpoint);
  return {
    json: { ...shown, secret },
    rows: [
      ...rowsOf(endpoint),
      ['secret', secret],
      ...(shown.previousSecretValidUntil
        ? [['previous secret valid until', shown.previousSecretValidUntil]]
        : []),
      ['created at', endpoint.createdAt],
    ],
    note: 'The secret is not shown again.',
  };
}

function reportChanged(endpointId: string, endpoint: Endpoint | undefined): Report {
  if (!endpoint) throw noSuchEndpoint(endpointId);
  return {
    json: presentEndpoint(endpoint),
    rows: [],
    note: `${endpointId} is ${endpoint.status}.`,
  };
}

function reportEndpoints(
  found: Array<{ endpoint: Endpoint; endpointQueue: EndpointQueue | undefined }>,
): Report {
  return {
    json: found.map(({ endpoint, endpointQueue }) => ({
      ...presentEndpoint(endpoint),
      failingSince: endpointQueue?.failingSince,
      lastSuccessAt: endpointQueue?.lastSuccessAt,
    })),
    head: ['id', 'url', 'events', 'status', 'failing since', 'last success', 'created at'],
    rows: found.map(({ endpoint, endpointQueue }) => [
      endpoint.id,
      endpoint.url,
      describeTypes(endpoint),
      endpoint.disabledReason ? `${endpoint.status} (${endpoint.disabledReason})` : endpoint.status,
      endpointQueue?.failingSince,
      endpointQueue?.lastSuccessAt,
      endpoint.createdAt,
    ]),
    ...(found.length === 0 && { note: 'The account has no endpoints.' }),
  };
}

const describeTypes = ({ eventTypes }: Endpoint) => eventTypes?.join('\n') ?? 'all';
