import { AUDIT_FORMATS, type AuditFormat, writeChanges } from '../../shared/audit/export-changes';
import { CHANGE_FILTERS, listChanges, readChangeFilter } from '../../shared/audit/list-changes';
import { invalidRequest } from '../../shared/errors/service-error';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { endpoint } from '../../shared/http/endpoint';
import { readListPage, writeListCursor } from '../../shared/lists/list-query';
import * as routes from './audit.routes';

/** The audit log. **Source:** rules E1, E6. */
export const AUDIT_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.listAudit.route,
    handler: endpoint({
      route: routes.listAudit.route,
      handle: async ({ platform, account, query }) => {
        const { id: accountId } = account;
        const scope = { accountId, list: 'audit', filter: filterOf(query) };
        const page = readListPage(query, scope);
        const filter = readChangeFilter(query);
        const { entries, nextPlace } = await listChanges(platform, { accountId, filter, page });
        const nextCursor = nextPlace === undefined ? undefined : writeListCursor(scope, nextPlace);
        return { status: 200, body: { results: entries, nextCursor } };
      },
    }),
  },
  {
    route: routes.exportAudit.route,
    handler: endpoint({
      route: routes.exportAudit.route,
      handle: async ({ platform, account, query }) => {
        const { format: asked, ...filters } = query;
        const format = readFormat(asked);
        // Refuses parameters that there are not.
        readListPage(filters, { accountId: account.id, list: 'audit', filter: filterOf(filters) });
        const file = await writeChanges(platform, {
          accountId: account.id,
          filter: readChangeFilter(filters),
          format,
        });
        return { status: 200, body: file };
      },
    }),
  },
];

const filterOf = (query: Record<string, string>) =>
  Object.fromEntries(CHANGE_FILTERS.map((name) => [name, query[name]]));

function readFormat(text: string | undefined): AuditFormat {
  const format = AUDIT_FORMATS.find((one) => one === (text ?? 'csv'));
  if (format) return format;
  throw invalidRequest({ pointer: '?format', reason: `must be one of ${AUDIT_FORMATS.join(', ')}` });
}
