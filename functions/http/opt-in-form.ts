import { byRoute } from '../../shared/http/by-route';
import { publicEndpoint } from '../../shared/http/endpoint';
import { readFormBody } from '../../shared/http/form-body';
import type { Event, Result } from '../../shared/http/http-event';
import { pageHeaders } from '../../shared/http/page-headers';
import { MAX_FORM_BODY_BYTES } from '../../shared/limits';
import { chooseLanguage } from '../../shared/opt-in-forms/choose-language';
import { findPublicForm } from '../../shared/opt-in-forms/find-form';
import {
  consentWording,
  donePage,
  FIELDS,
  formPage,
  laterPage,
  notFoundPage,
  unreadablePage,
} from '../../shared/opt-in-forms/form-pages';
import { submitForm } from '../../shared/opt-in-forms/submit-form';
import type { CorePlatform } from '../../shared/platform/platform';
import * as routes from './forms.routes';

/** GET /join/{formId}. **Source:** rules 3.5. */
const show = publicEndpoint(routes.showForm.operationId, showPage);

/** HEAD /join/{formId}. **Source:** rules 3.5. */
const check = publicEndpoint(routes.checkForm.operationId, async (event, platform) => ({
  ...(await showPage(event, platform)),
  body: '',
}));

/** POST /join/{formId}. **Source:** rules 3.5. */
const submit = publicEndpoint(routes.submitForm.operationId, async (event, platform) => {
  const language = languageOf(event);
  const found = await findAsked(event, platform);
  if (!found) return answer(404, notFoundPage(language));
  const { form } = found;
  const fields = readFormBody(event, { maxBytes: MAX_FORM_BODY_BYTES });
  if (typeof fields === 'number') return answer(fields, unreadablePage(form, language));

  const result = await submitForm(platform, {
    ...{ found, fields },
    address: event.requestContext.http.sourceIp,
    wording: consentWording(form, language),
  });
  switch (result.outcome) {
    case 'done':
      return answer(200, donePage(form, { language, sender: result.sender }));
    case 'invalid': {
      const phone = fields.get(FIELDS.phone) ?? '';
      return answer(422, formPage(form, { language, errors: result.errors, phone }));
    }
    case 'later':
      return answer(429, laterPage(form, language), { 'retry-after': String(result.retryAfterSeconds) });
  }
});

async function showPage(event: Event, platform: CorePlatform): Promise<Result> {
  const language = languageOf(event);
  const found = await findAsked(event, platform);
  return found ? answer(200, formPage(found.form, { language })) : answer(404, notFoundPage(language));
}

const findAsked = (event: Event, { table }: CorePlatform) =>
  findPublicForm(table, event.pathParameters?.formId ?? '');

const languageOf = ({ queryStringParameters, headers }: Event) =>
  chooseLanguage({ lang: queryStringParameters?.lang, acceptLanguage: headers['accept-language'] });

/** The page may be in another language, or gone, the next time: no cache keeps it. */
const answer = (statusCode: number, page: string, headers: Record<string, string> = {}): Result => ({
  statusCode,
  headers: { ...pageHeaders(page, { formAction: "'self'" }), 'cache-control': 'no-store', ...headers },
  body: page,
});

/** The public page of opt-in forms. */
export const handler = byRoute([
  { route: routes.showForm, handler: show },
  { route: routes.checkForm, handler: check },
  { route: routes.submitForm, handler: submit },
]);
