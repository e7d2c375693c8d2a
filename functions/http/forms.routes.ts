import type { PublicRoute } from '../../shared/http/route';
import type { DescribedAnswer, RouteDocumentation } from '../../shared/http/route-documentation';
import {
  FORM_POSTS,
  FORM_POSTS_OF_NETWORK,
  MAX_FORM_BODY_BYTES,
  MAX_TARGET_BYTES,
} from '../../shared/limits';
import { FIELDS } from '../../shared/opt-in-forms/form-pages';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { CONSENT_CHANGE, COUNTRY_LIMITS } from '../table-access';

export const showForm = {
  operationId: 'showForm',
  method: 'GET',
  path: '/join/{formId}',
  handler: 'functions/http/opt-in-form.ts',
  authentication: 'none',
  summary: 'The page of an opt-in form',
} as const satisfies PublicRoute;

/** Route of the headers alone, which mail programs and link checkers ask for before a person opens the page. */
export const checkForm = {
  operationId: 'checkForm',
  method: 'HEAD',
  path: '/join/{formId}',
  handler: 'functions/http/opt-in-form.ts',
  authentication: 'none',
  summary: 'The headers of the page of an opt-in form',
} as const satisfies PublicRoute;

export const submitForm = {
  operationId: 'submitForm',
  method: 'POST',
  path: '/join/{formId}',
  handler: 'functions/http/opt-in-form.ts',
  authentication: 'none',
  summary: 'Sign a phone up on an opt-in form',
} as const satisfies PublicRoute;

const FIELD = { type: 'string', maxLength: MAX_FORM_BODY_BYTES } as const;
const page = (description: string, more: Pick<DescribedAnswer, 'headers'> = {}): DescribedAnswer => ({
  description,
  mediaType: 'text/html',
  headers: ['Cache-Control-Of-Page', ...(more.headers ?? [])],
});
const notFound = () => page('HTML: there is no such form.');
const path = () => ({ formId: { schema: 'FormId', description: 'An opt-in form.' } });
const query = () => [
  {
    name: 'lang',
    description:
      'Language of the page, such as `es`. Absent or unknown: as `Accept-Language` prefers, else English.',
    schema: { type: 'string', maxLength: MAX_TARGET_BYTES },
  },
];

export const FORM_ROUTES = [
  {
    route: showForm,
    access: (): TableAccess[] => [{ read: ['account', 'form'] }],
    documentation: (): RouteDocumentation => ({
      tag: 'Opt-in forms',
      description:
        'A page for people: what is sent and how often, and a form for their number. It needs no script, sets no cookie and loads nothing from elsewhere.',
      path: path(),
      query: query(),
      answers: { 200: page('HTML.'), 404: notFound() },
      errors: [],
    }),
  },
  {
    route: checkForm,
    access: (): TableAccess[] => [{ read: ['account', 'form'] }],
    documentation: (): RouteDocumentation => ({
      tag: 'Opt-in forms',
      description: 'Answers as `GET` does, without the page.',
      path: path(),
      query: query(),
      answers: { 200: page('No body: there is such a form.'), 404: page('No body: there is no such form.') },
      errors: [],
    }),
  },
  {
    route: submitForm,
    access: (): TableAccess[] => [
      CONSENT_CHANGE,
      COUNTRY_LIMITS,
      {
        read: ['erasedPerson', 'form', 'formPosts', 'quota'],
        check: ['account'],
        put: ['formPosts', 'message'],
      },
    ],
    documentation: (): RouteDocumentation => ({
      tag: 'Opt-in forms',
      description: `What the page sends. The contact is made if there is none, and asked as with \`CONFIRM\`. The answer is the same
for every number. At most ${FORM_POSTS_OF_NETWORK} posts from a network in ten minutes, and ${FORM_POSTS} to a form in an hour.`,
      path: path(),
      query: query(),
      form: {
        properties: {
          [FIELDS.phone]: { ...FIELD, description: 'The number, as people write it.' },
          [FIELDS.consent]: { ...FIELD, description: 'The box; absent when it is not ticked.' },
          [FIELDS.version]: { ...FIELD, description: 'Version of the page that was read.' },
          [FIELDS.robots]: { ...FIELD, description: 'Stays empty.' },
        },
        required: [FIELDS.phone, FIELDS.consent],
      },
      answers: {
        200: page('HTML: what to do next.'),
        404: notFound(),
        413: page('HTML: the body is too large.'),
        415: page('HTML: the body is no form.'),
        422: page('HTML: the page again, with what is wrong.'),
        429: page('HTML: try again later.', { headers: ['Retry-After'] }),
      },
      errors: [],
    }),
  },
];
