import { linkItem } from '../../shared/content/link';
import { declare } from './declare';
import { COUNT, record, resultsOf, TEXT, textOf, TIME } from './schemas';

const CLICKS = record({ messages: COUNT, clicks: COUNT, unattributed: COUNT, bots: COUNT });
const LINK = record({ link: TEXT, url: TEXT, createdAt: TIME, clicks: CLICKS });
const EXAMPLE = {
  link: 'go.example.com/spring',
  url: 'https://www.example.com/spring-sale',
  createdAt: '2026-03-01T12:00:00.000Z',
  clicks: { messages: 310, clicks: 342, unattributed: 3, bots: 120 },
};

export const listLinks = declare({
  operationId: 'listLinks',
  method: 'GET',
  path: 'links',
  scope: 'messages:read',
  summary: 'List the short links of the account, with their clicks',
  access: { query: ['account'], read: ['click'] },
  answer: { name: 'Links', schema: resultsOf(LINK), example: { results: [EXAMPLE] } },
});

export const LINK_DOMAIN = record({ domain: TEXT, createdAt: TIME });
export const LINK_DOMAIN_EXAMPLE = { domain: 'go.acme.com', createdAt: EXAMPLE.createdAt };

export const listLinkDomains = declare({
  operationId: 'listLinkDomains',
  method: 'GET',
  path: 'link-domains',
  scope: 'messages:read',
  summary: 'List the domains under which the account makes its short links',
  access: { query: ['account'] },
  answer: {
    name: 'LinkDomains',
    schema: resultsOf(LINK_DOMAIN),
    example: { results: [LINK_DOMAIN_EXAMPLE] },
  },
});

export const addLink = declare({
  operationId: 'addLink',
  method: 'POST',
  path: 'links',
  scope: 'campaigns:write',
  summary: 'Register a short link, or lead it to another URL',
  description:
    'Only under a link domain that an operator gave to the account. Texts with a registered link may have been sent: to ' +
    'lead it elsewhere also takes `account:admin`.',
  access: {
    check: ['linkDomain'],
    putOnly: { account: linkItem.attributes },
    put: ['link'],
    read: ['click', 'link'],
  },
  request: {
    schema: record({ link: textOf(200), url: { type: 'string', format: 'link-target', maxLength: 2048 } }),
    example: { link: EXAMPLE.link, url: EXAMPLE.url },
  },
  answer: { status: 201, name: 'Link', schema: LINK, example: EXAMPLE },
  errors: [33118],
});

export const removeLink = declare({
  operationId: 'removeLink',
  method: 'DELETE',
  path: 'links',
  bucket: 'stop',
  scope: 'account:admin',
  summary: 'Take a short link away; it then leads nowhere',
  access: { delete: ['account', 'link'] },
  query: [
    {
      name: 'link',
      description: 'As message bodies spell it, such as `go.example.com/spring`.',
      schema: TEXT,
    },
  ],
  errors: [33100, 33110],
});

export const LINK_ROUTES = [listLinks, listLinkDomains, addLink, removeLink];
