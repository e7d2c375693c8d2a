import type { PublicRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';

export const showReference = {
  operationId: 'showReference',
  method: 'GET',
  path: '/docs',
  handler: 'functions/http/show-reference.ts',
  authentication: 'none',
  summary: 'The API reference, to read',
} as const satisfies PublicRoute;

export const showOpenApi = {
  operationId: 'showOpenApi',
  method: 'GET',
  path: '/docs/openapi.json',
  handler: 'functions/http/show-openapi.ts',
  authentication: 'none',
  summary: 'The API reference, as an OpenAPI 3.1 document',
} as const satisfies PublicRoute;

export const showConsoleOpenApi = {
  operationId: 'showConsoleOpenApi',
  method: 'GET',
  path: '/docs/console-openapi.json',
  handler: 'functions/http/show-openapi.ts',
  authentication: 'none',
  summary: 'The routes of the console, as an OpenAPI 3.1 document',
} as const satisfies PublicRoute;

export const showErrorReference = {
  operationId: 'showErrorReference',
  method: 'GET',
  path: '/docs/errors',
  handler: 'functions/http/show-reference.ts',
  authentication: 'none',
  summary: 'Error codes and what to do about them',
} as const satisfies PublicRoute;

export const showPage = {
  operationId: 'showPage',
  method: 'GET',
  path: '/docs/{page}',
  handler: 'functions/http/show-reference.ts',
  authentication: 'none',
  summary: 'The other pages, and all of them as Markdown',
} as const satisfies PublicRoute;

export const REFERENCE_ROUTES = [
  {
    route: showReference,
    access: (): TableAccess[] => [],
    documentation: (): RouteDocumentation => ({
      tag: 'Reference',
      description: 'A page for people. It needs no script and loads nothing from elsewhere.',
      answers: { 200: { description: 'HTML.', mediaType: 'text/html', headers: ['Cache-Control'] } },
      errors: [],
    }),
  },
  {
    route: showOpenApi,
    access: (): TableAccess[] => [],
    documentation: (): RouteDocumentation => ({
      tag: 'Reference',
      description: 'This document.',
      answers: documentAnswer(),
      errors: [],
    }),
  },
  {
    route: showConsoleOpenApi,
    access: (): TableAccess[] => [],
    documentation: (): RouteDocumentation => ({
      tag: 'Reference',
      description:
        'What the console calls: the routes of the API, and its own, which take the session of a user and may change with any release.',
      answers: documentAnswer(),
      errors: [],
    }),
  },
  {
    route: showErrorReference,
    access: (): TableAccess[] => [],
    documentation: (): RouteDocumentation => ({
      tag: 'Reference',
      description: 'Where `moreInfo` of an error leads: `#33028` is the anchor of the code 33028.',
      answers: { 200: { description: 'HTML.', mediaType: 'text/html', headers: ['Cache-Control'] } },
      errors: [],
    }),
  },
  {
    route: showPage,
    access: (): TableAccess[] => [],
    documentation: (): RouteDocumentation => ({
      tag: 'Reference',
      description:
        '`llms.txt` is the index: it lists every page as Markdown, the reference (`reference.md`) and the error codes (`errors.md`) among them. The other pages are there as HTML too, without `.md`.',
      path: { page: { description: 'A page of the index.', schema: 'DocsPage' } },
      answers: {
        200: {
          description: 'HTML, Markdown or text, as the name says.',
          mediaType: ['text/html', 'text/markdown', 'text/plain'],
          headers: ['Cache-Control'],
        },
      },
      errors: [33105],
    }),
  },
];

const documentAnswer = (): RouteDocumentation['answers'] => ({
  200: {
    description: 'OpenAPI 3.1.',
    schema: {
      OpenApiDocument: {
        type: 'object',
        description: 'An OpenAPI 3.1 document; the specification says what else is in it.',
        properties: { openapi: { type: 'string', const: '3.1.0' } },
        required: ['openapi'],
      },
    },
    examples: { document: { summary: 'Its beginning', value: { openapi: '3.1.0' } } },
    headers: ['Cache-Control', 'Access-Control-Allow-Origin'],
  },
});
