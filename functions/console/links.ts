import { isLinkIdentifier, type Link } from '../../shared/content/link';
import { type LinkDomain, listLinkDomains } from '../../shared/content/link-domain';
import { addLink, listLinks, removeLink } from '../../shared/content/link-store';
import { invalidRequest, ServiceError } from '../../shared/errors/service-error';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { endpoint } from '../../shared/http/endpoint';
import type { Table } from '../../shared/platform/store/table';
import validateAdd from '../../shared/platform/validation/generated/add-link';
import { readLinkClicks } from '../../shared/sending/clicks/click-counters';
import * as routes from './links.routes';

/** Routes of short links. **Source:** rules 2.7, E6. */
export const LINK_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.listLinks.route,
    handler: endpoint({
      route: routes.listLinks.route,
      handle: async ({ platform: { table }, account }) => {
        const links = await listLinks(table, account.id);
        return {
          status: 200,
          body: { results: await Promise.all(links.map((link) => present(table, link))) },
        };
      },
    }),
  },
  {
    route: routes.listLinkDomains.route,
    handler: endpoint({
      route: routes.listLinkDomains.route,
      handle: async ({ platform, account }) => {
        const domains = await listLinkDomains(platform.table, account.id);
        return { status: 200, body: { results: domains.map(presentLinkDomain) } };
      },
    }),
  },
  {
    route: routes.addLink.route,
    handler: endpoint({
      route: routes.addLink.route,
      validate: validateAdd,
      handle: async ({ platform, audit, account, caller, body: { link, url } }) => {
        const { id: accountId, retentionDays } = account;
        if (!isLinkIdentifier(link)) throw invalidRequest({ pointer: '/link', reason: FORM });
        const mayTurn = caller.type === 'user' && caller.scopes.includes('account:admin');
        const target = { type: 'link', id: link };
        const result = await addLink(platform, {
          ...{ accountId, link, url, mayTurn, retentionDays },
          beforeWrite: (from, to) => audit.tell({ target, changes: [{ ...(from && { from }), to }] }),
        });
        if ('added' in result) return { status: 201, body: await present(platform.table, result.added) };
        if (result.refused === 'notOwned') throw new ServiceError('NotOwned', { cause: 'linkDomain' });
        throw new ServiceError('Forbidden', { cause: 'scope', details: { scope: 'account:admin' } });
      },
    }),
  },
  {
    route: routes.removeLink.route,
    handler: endpoint({
      route: routes.removeLink.route,
      handle: async ({ platform, audit, account, query: { link } }) => {
        if (link === undefined) throw invalidRequest({ pointer: '?link', reason: 'must be given' });
        const target = { type: 'link', id: link };
        const isRemoved =
          isLinkIdentifier(link) &&
          (await removeLink(platform.table, {
            ...{ accountId: account.id, link },
            beforeWrite: (from) => audit.tell({ target, changes: [{ from }] }),
          }));
        if (!isRemoved) throw new ServiceError('NoSuchResource', { cause: 'link' });
        return { status: 204 };
      },
    }),
  },
];

const FORM =
  'must be <domain>/<path>, such as go.example.com/spring: the domain in lower case, no scheme, no slash at the end';

export const presentLinkDomain = ({ domain, createdAt }: LinkDomain) => ({ domain, createdAt });

async function present(table: Table, { link, url, createdAt, accountId }: Link) {
  return { link, url, createdAt, clicks: await readLinkClicks(table, { accountId, link }) };
}
