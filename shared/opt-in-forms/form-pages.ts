import { formatInternational, type E164 } from '../phone-numbers/e164';
import { escapeHtml } from './internal/html';
import { asSentence, fill, type Language, LANGUAGES, wordsOf } from './internal/languages';
import { buildPage } from './internal/page';
import type { FormError, Words } from './internal/words/words';
import type { OptInForm } from './opt-in-form';

/** Names of the fields of the form. */
export const FIELDS = {
  phone: 'phone',
  consent: 'consent',
  version: 'version',
  /** Field that people do not see: only robots fill it in. */
  robots: 'website',
} as const;

/** Value of the box once it is ticked. */
export const TICKED = 'yes';

type Shown = Pick<
  OptInForm,
  'id' | 'version' | 'brand' | 'description' | 'frequency' | 'termsUrl' | 'privacyUrl' | 'countries'
>;

/** Returns the words of consent as the person sees them, which the consent log keeps. */
export function consentWording(form: Omit<Shown, 'id' | 'version'>, language: Language): string {
  return fill(wordsOf(language).consent, {
    brand: form.brand,
    description: asSentence(form.description),
    frequency: asSentence(form.frequency),
  });
}

/**
 * Builds the page of a form, with all that carriers and AWS require where people consent.
 *
 * @param options.phone number as it was typed, of a post that is refused
 *
 * **Source:** rules 3.5; AWS End User Messaging, "Opt-in requirements checklist".
 */
export function formPage(
  form: Shown,
  options: { language: Language; errors?: readonly FormError[]; phone?: string },
): string {
  const { language, errors = [], phone = '' } = options;
  const words = wordsOf(language);
  const title = fill(words.title, { brand: form.brand });
  return buildPage({
    language,
    title: errors.length > 0 ? `${words.errorTitle} - ${title}` : title,
    main: formContent(form, { language, errors, phone, title }),
  });
}

function formContent(
  form: Shown,
  options: { language: Language; errors: readonly FormError[]; phone: string; title: string },
): string {
  const { language, errors, phone, title } = options;
  const words = wordsOf(language);
  const phoneError = errors.find((error) => error === 'phone' || error === 'country');
  const consentError = errors.find((error) => error === 'consent');
  const countries = form.countries ?? [];
  return `<h1>${escapeHtml(title)}</h1>
${errorSummary(words, errors)}<dl>
<dt>${words.description}</dt><dd>${escapeHtml(form.description)}</dd>
<dt>${words.frequency}</dt><dd>${escapeHtml(form.frequency)}</dd>
</dl>
<form method="post" action="/join/${form.id}?lang=${language}" accept-charset="utf-8">
<label for="phone">${words.phoneLabel}</label>
<p class="hint" id="phone-hint">${words.phoneHint}${countries.length > 0 ? ` ${escapeHtml(countriesText(words, { countries, language }))}` : ''}</p>
<input id="phone" name="${FIELDS.phone}" type="tel" inputmode="tel" autocomplete="tel" maxlength="40" required value="${escapeHtml(phone)}" ${described('phone', { error: phoneError, hint: true })}>
${fieldError(words, 'phone', phoneError)}<div class="consent">
<input id="consent" name="${FIELDS.consent}" type="checkbox" value="${TICKED}" required${consentError ? ` ${described('consent', { error: consentError, hint: false })}` : ''}>
<label for="consent">${escapeHtml(consentWording(form, language))}</label>
</div>
${fieldError(words, 'consent', consentError)}<div class="empty" aria-hidden="true">
<label for="website">${words.leaveEmpty}</label>
<input id="website" name="${FIELDS.robots}" type="text" tabindex="-1" autocomplete="off">
</div>
<input name="${FIELDS.version}" type="hidden" value="${form.version}">
<button type="submit">${words.submit}</button>
</form>
<ul class="links">
<li><a href="${escapeHtml(form.termsUrl)}">${words.terms}</a></li>
<li><a href="${escapeHtml(form.privacyUrl)}">${words.privacy}</a></li>
</ul>
<nav aria-label="${escapeHtml(words.otherLanguages)}">
<ul class="links">
${LANGUAGES.filter((other) => other !== language)
  .map(
    (other) =>
      `<li><a href="/join/${form.id}?lang=${other}" lang="${other}" hreflang="${other}">${wordsOf(other).language}</a></li>`,
  )
  .join('\n')}
</ul>
</nav>`;
}

/** Lists the errors at the top, each as a link to its field. The page opens with the focus on them, so that a screen reader reads them. */
function errorSummary(words: Words, errors: readonly FormError[]): string {
  if (errors.length === 0) return '';
  const items = errors.map((error) => {
    const field = fieldOf(error);
    const text = escapeHtml(words.errors[error]);
    return `<li>${field === undefined ? text : `<a href="#${field}">${text}</a>`}</li>`;
  });
  return `<div class="errors" id="errors" role="alert" aria-labelledby="errors-title" tabindex="-1" autofocus>
<h2 id="errors-title">${words.errorTitle}</h2>
<ul>${items.join('')}</ul>
</div>
`;
}

function fieldOf(error: FormError): 'phone' | 'consent' | undefined {
  switch (error) {
    case 'phone':
    case 'country':
      return 'phone';
    case 'consent':
      return 'consent';
    case 'changed':
      return undefined;
  }
}

function described(field: string, { error, hint }: { error: FormError | undefined; hint: boolean }): string {
  const ids = [...(hint ? [`${field}-hint`] : []), ...(error ? [`${field}-error`] : [])];
  return `${error ? 'aria-invalid="true" ' : ''}aria-describedby="${ids.join(' ')}"`;
}

const fieldError = (words: Words, field: string, error: FormError | undefined) =>
  error ? `<p class="error" id="${field}-error">${escapeHtml(words.errors[error])}</p>\n` : '';

function countriesText(
  words: Words,
  { countries, language }: { countries: readonly string[]; language: Language },
): string {
  const names = new Intl.DisplayNames([language], { type: 'region' });
  const list = new Intl.ListFormat(language).format(countries.map((country) => names.of(country) ?? country));
  return fill(words.countriesHint, { countries: list });
}

/**
 * Builds the page after a post. It is the same for every number, so that nobody learns about others.
 *
 * @param options.sender number that the text comes from
 */
export function donePage(
  form: Pick<OptInForm, 'brand'>,
  { language, sender }: { language: Language; sender: string },
): string {
  const values = { brand: form.brand, sender: shownSender(sender) };
  return textPage(wordsOf(language).done, { language, values });
}

const shownSender = (sender: string) =>
  sender.startsWith('+') ? formatInternational(sender as E164) : sender;

/** Builds the page of a form that takes no posts for now. */
export const laterPage = (form: Pick<OptInForm, 'id'>, language: Language): string =>
  textPage(wordsOf(language).later, { language, formId: form.id });

/** Builds the page for a form that there is not. */
export const notFoundPage = (language: Language): string =>
  textPage(wordsOf(language).notFound, { language });

/** Builds the page for a post that no form sends. */
export const unreadablePage = (form: Pick<OptInForm, 'id'>, language: Language): string =>
  textPage(wordsOf(language).unreadable, { language, formId: form.id });

function textPage(
  { title, paragraphs }: Words['done'],
  options: { language: Language; values?: Readonly<Record<string, string>>; formId?: string },
): string {
  const { language, values = {}, formId } = options;
  const text = paragraphs.map((paragraph) => `<p>${escapeHtml(fill(paragraph, values))}</p>`);
  const link =
    formId === undefined
      ? []
      : [`<p><a href="/join/${formId}?lang=${language}">${wordsOf(language).formLink}</a></p>`];
  return buildPage({ language, title, main: [`<h1>${title}</h1>`, ...text, ...link].join('\n') });
}
