import { AUDIT_FORMATS, type AuditFormat, writeChanges } from '../../shared/audit/export-changes';
import { CHANGE_FILTERS, listChanges, readChangeFilter } from '../../shared/audit/list-changes';
import { invalidRequest } from '../../shared/errors/service-error';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { endpoint } from '../../shared/http/endpoint';
import { readListPage, writeListCursor } from '../../shared/lists/list-query';
import type { CorePlatform } from '../../shared/platform/platform';
import * as routes from './audit.routes';

/** Routes of the audit log of an account. **Source:** rules E1, E6. */
export const AUDIT_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.listAudit.route,
    handler: endpoint({
      route: routes.listAudit.route,
      handle: async ({ platform, account: { id: accountId }, query }) =>
        answerPage(platform, { accountId, query }),
    }),
  },
  {
    route: routes.exportAudit.route,
    handler: endpoint({
      route: routes.exportAudit.route,
      handle: async ({ platform, account: { id: accountId }, query }) =>
        answerFile(platform, { accountId, query }),
    }),
  },
];

interface Asked {
  /** Absent: the log of the service. */
  accountId?: string;
  query: Record<string, string>;
}

/** Returns a page of a log. */
export async function answerPage(platform: CorePlatform, { accountId, query }: Asked) {
  const scope = scopeOf({ accountId, query });
  const page = readListPage(query, scope);
  const filter = readChangeFilter(query);
  const { entries, nextPlace } = await listChanges(platform, { accountId, filter, page });
  const nextCursor = nextPlace === undefined ? undefined : writeListCursor(scope, nextPlace);
  return { status: 200, body: { results: entries, nextCursor } };
}

/** Returns a log as a file. */
export async function answerFile(platform: CorePlatform, { accountId, query }: Asked) {
  const { format: asked, ...filters } = query;
  const format = readFormat(asked);
  // Refuses unknown parameters.
  readListPage(filters, scopeOf({ accountId, query: filters }));
  const filter = readChangeFilter(filters);
  return { status: 200, body: await writeChanges(platform, { accountId, filter, format }) };
}

const scopeOf = ({ accountId, query }: { accountId: string | undefined; query: Record<string, string> }) => ({
  accountId,
  list: 'audit',
  filter: Object.fromEntries(CHANGE_FILTERS.map((name) => [name, query[name]])),
});

function readFormat(text: string | undefined): AuditFormat {
  const format = AUDIT_FORMATS.find((one) => one === (text ?? 'csv'));
  if (format) return format;
  throw invalidRequest({ pointer: '?format', reason: `must be one of ${AUDIT_FORMATS.join(', ')}` });
}
