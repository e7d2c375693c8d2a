import { ServiceError } from '../../shared/errors/service-error';
import { byRoute } from '../../shared/http/by-route';
import { publicEndpoint } from '../../shared/http/endpoint';
import pagesText from '../../shared/http/generated/docs-pages';
import referencePage from '../../shared/http/generated/reference-page';
import type { Result } from '../../shared/http/http-event';
import { pageHeaders } from '../../shared/http/page-headers';
import * as routes from './reference.routes';

const pages = new Map(Object.entries(JSON.parse(pagesText) as Record<string, string>));

/** GET /docs, the API reference for people. */
const showReference = publicEndpoint(routes.showReference.operationId, async () => show('', referencePage));

/** GET /docs/errors, the target of `moreInfo`. **Source:** rules 7. */
const showErrors = publicEndpoint(routes.showErrorReference.operationId, async () => showPage('errors'));

/** GET /docs/{page}, the other pages, all pages as Markdown, and their index. */
const showOther = publicEndpoint(routes.showPage.operationId, async (event) =>
  showPage(event.pathParameters?.page ?? ''),
);

function showPage(name: string): Result {
  const text = pages.get(name);
  if (text === undefined) throw new ServiceError('NoSuchRoute');
  return show(name, text);
}

/** Shows a text as the extension of its name says; without one it is HTML. */
function show(name: string, text: string): Result {
  return {
    statusCode: 200,
    headers: { ...headersOf(name, text), 'cache-control': 'public, max-age=300' },
    body: text,
  };
}

function headersOf(name: string, text: string): NonNullable<Result['headers']> {
  if (name.endsWith('.md')) return { 'content-type': 'text/markdown; charset=utf-8' };
  if (name.endsWith('.txt')) return { 'content-type': 'text/plain; charset=utf-8' };
  return pageHeaders(text);
}

export const handler = byRoute([
  { route: routes.showReference, handler: showReference },
  { route: routes.showErrorReference, handler: showErrors },
  { route: routes.showPage, handler: showOther },
]);
