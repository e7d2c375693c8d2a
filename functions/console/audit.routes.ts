import { AUDIT_ACTORS, AUDIT_CHANNELS } from '../../shared/audit/audit-entry';
import { PAGE_QUERY } from '../../shared/lists/page.schema';
import { declare } from './declare';
import { listOf, oneOf, record, resultsOf, TEXT, TIME } from './schemas';

const ENTRY = record(
  {
    id: TEXT,
    at: TIME,
    actor: record({ type: oneOf(AUDIT_ACTORS) }, { id: TEXT, email: TEXT }),
    channel: oneOf(AUDIT_CHANNELS),
    action: TEXT,
    outcome: oneOf(['done', 'incomplete']),
  },
  {
    target: record({ type: TEXT, id: TEXT }),
    related: TEXT,
    changes: listOf(record({}, { what: TEXT, from: TEXT, to: TEXT })),
  },
);

const FILTERS = [
  {
    name: 'actor',
    description: 'Id of an API key or user, e-mail address, `operator` or `service`.',
    schema: TEXT,
  },
  {
    name: 'action',
    description: 'Operations of the API, or noun and verb of commands, separated by commas: one of them.',
    schema: TEXT,
  },
  { name: 'target', description: 'Id of what was changed.', schema: TEXT },
  { name: 'from', description: 'Since this time.', schema: { type: 'string', format: 'date-time' } },
  { name: 'to', description: 'Until this time.', schema: { type: 'string', format: 'date-time' } },
] as const;

const PAGE_EXAMPLE = {
  id: 'aud_01KJMNEX00D4VQ6N2M8XJ1PZRS',
  at: '2026-03-01T12:00:00.000Z',
  actor: { type: 'user', id: 'usr_01KJMNEX00D4VQ6N2M8XJ1PZRS', email: 'ada@example.com' },
  channel: 'console',
  outcome: 'done',
};

/** Returns query and answer of a list of a log. @param example subject of the entry in its example */
export const auditPage = (example: { action: string; target: { type: string; id: string } }) => ({
  query: [...PAGE_QUERY, ...FILTERS],
  answer: {
    name: 'AuditPage',
    schema: resultsOf(ENTRY),
    example: { results: [{ ...PAGE_EXAMPLE, ...example }] },
  },
  errors: [33100] as const,
});

/** Query and answer of a log as a file. */
export const AUDIT_FILE = {
  description: 'At most the newest 10,000 entries that match: limit the times for older ones.',
  query: [
    { name: 'format', description: 'Of the text.', schema: { ...oneOf(['csv', 'jsonl']), default: 'csv' } },
    ...FILTERS,
  ],
  answer: {
    name: 'AuditFile',
    schema: record({ text: TEXT, entries: { type: 'integer', minimum: 0 }, isComplete: { type: 'boolean' } }),
    example: {
      text: 'at,actor,actor id,e-mail,channel,action,target type,target,with,outcome,id,changes\n',
      entries: 0,
      isComplete: true,
    },
  },
  errors: [33100],
} as const;

export const listAudit = declare({
  operationId: 'listAudit',
  method: 'GET',
  path: 'audit',
  scope: 'account:admin',
  summary: 'List who changed what of the account, newest first',
  access: { query: ['audit'] },
  ...auditPage({ action: 'revokeKey', target: { type: 'apiKey', id: 'key_01KJMNEX00D4VQ6N2M8XJ1PZRS' } }),
});

export const exportAudit = declare({
  operationId: 'exportAudit',
  method: 'GET',
  path: 'audit/export',
  scope: 'account:admin',
  summary: 'The audit log as text, newest first',
  access: { query: ['audit'] },
  ...AUDIT_FILE,
});

export const AUDIT_ROUTES = [listAudit, exportAudit];
