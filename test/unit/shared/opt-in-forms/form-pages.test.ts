import { chooseLanguage } from '../../../../shared/opt-in-forms/choose-language';
import { evidencePage } from '../../../../shared/opt-in-forms/internal/evidence-page';
import { consentWording, donePage, formPage } from '../../../../shared/opt-in-forms/form-pages';
import { LANGUAGES, wordsOf } from '../../../../shared/opt-in-forms/internal/languages';

const FORM = {
  id: 'frm_01KJMNEX00F5B7D9G2H4K6M8PQ',
  accountId: 'acc_1',
  groupId: 'grp_1',
  version: 3,
  brand: 'Acme & Sons',
  description: 'Offers <b>and</b> news',
  frequency: 'Up to 4 messages a month',
  termsUrl: 'https://example.com/terms?a=1&b="2"',
  privacyUrl: 'https://example.com/privacy',
  countries: undefined,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
};

/** Returns the text of the label of the box, which is what a person agrees to. */
const labelOfBox = (page: string) => /<label for="consent">([^<]*)<\/label>/.exec(page)?.[1] ?? '';

/** Words by which each requirement of AWS's checklist is met, by language. */
const REQUIRED = {
  en: {
    'agreement of the person': /^I agree/,
    'text messages alone': /\(SMS and MMS\)/,
    'that it is no condition': /not a condition of any purchase/,
    rates: /Message and data rates may apply\./,
    'how to opt out': /Reply STOP to opt out/,
    'how to get help': /HELP for help/,
  },
  es: {
    'agreement of the person': /^Acepto/,
    'text messages alone': /\(SMS y MMS\)/,
    'that it is no condition': /no es condición para ninguna compra/,
    rates: /Pueden aplicarse tarifas por mensajes y datos\./,
    'how to opt out': /Responde STOP para darte de baja/,
    'how to get help': /HELP para recibir ayuda/,
  },
} as const satisfies Record<(typeof LANGUAGES)[number], Record<string, RegExp>>;

describe.each(LANGUAGES)('AWS, "Opt-in requirements checklist": the page in %s', (language) => {
  const page = formPage(FORM, { language });

  it.each(Object.entries(REQUIRED[language]))('tells beside the box: %s', (_name, words) => {
    expect(labelOfBox(page)).toMatch(words);
  });

  it('names the brand as the sender, in the title and beside the box', () => {
    expect(/<h1>([^<]*)<\/h1>/.exec(page)?.[1]).toContain('Acme &amp; Sons');
    expect(labelOfBox(page)).toContain('Acme &amp; Sons');
  });

  it('says which messages are sent, and how often', () => {
    for (const text of ['Offers &lt;b&gt;and&lt;/b&gt; news', 'Up to 4 messages a month']) {
      expect(page).toContain(`<dd>${text}</dd>`);
      expect(labelOfBox(page)).toContain(`${text}.`);
    }
  });

  it('has one box, which is not ticked, and is not for the terms', () => {
    expect(page.match(/type="checkbox"/g)).toHaveLength(1);
    expect(page).not.toMatch(/\bchecked\b/);
    expect(labelOfBox(page)).not.toContain(wordsOf(language).terms);
  });

  it('links the terms and the privacy policy', () => {
    expect(page).toContain('<a href="https://example.com/terms?a=1&amp;b=&quot;2&quot;">');
    expect(page).toContain('<a href="https://example.com/privacy">');
  });

  it('has a label for each field, its language, and nothing that is loaded or run', () => {
    expect(page).toContain(`<html lang="${language}">`);
    for (const field of ['phone', 'consent', 'website']) expect(page).toContain(`<label for="${field}">`);
    expect(page).not.toMatch(/<script|<link|<img|\bon\w+=|url\(|@import| style=/);
  });

  it('keeps the same words, filled in, as the wording of consent', () => {
    const wording = consentWording(FORM, language);
    expect(wording).toContain('Offers <b>and</b> news. Up to 4 messages a month.');
    expect(wording).not.toMatch(/[{}]/);
  });

  it('after a post says to reply YES, and to text START after a STOP', () => {
    const done = donePage(FORM, { language, sender: '+12065550100' });
    expect(done).toMatch(/YES/);
    expect(done).toMatch(/START .*\+1 206 555 0100/);
    expect(done).not.toMatch(/[{]sender|[{]brand/);
  });

  it('shows an error at its field and in the title, and what was typed', () => {
    const refused = formPage(FORM, { language, errors: ['phone', 'consent'], phone: '"><script>' });
    expect(refused).toContain(`<title>${wordsOf(language).errorTitle} - `);
    expect(refused).toContain(
      'value="&quot;&gt;&lt;script&gt;" aria-invalid="true" aria-describedby="phone-hint phone-error"',
    );
    expect(refused).toContain('aria-invalid="true" aria-describedby="consent-error"');
    expect(refused).toContain('<a href="#phone">');
    expect(refused).not.toMatch(/\bchecked\b|<script/);
  });
});

describe('the language of a page', () => {
  it.each([
    [{}, 'en'],
    [{ lang: 'es' }, 'es'],
    [{ lang: 'ES-mx', acceptLanguage: 'en' }, 'es'],
    [{ lang: 'fr', acceptLanguage: 'es' }, 'es'],
    [{ acceptLanguage: 'fr-CH, es;q=0.9, en;q=0.8, *;q=0.5' }, 'es'],
    [{ acceptLanguage: 'es;q=0.1, en;q=0.8' }, 'en'],
    [{ acceptLanguage: 'es;q=0' }, 'en'],
    [{ acceptLanguage: ';;,,=q' }, 'en'],
    [{ lang: 'constructor' }, 'en'],
  ])('asked for by %j is %s', (asked, language) => {
    expect(chooseLanguage(asked)).toBe(language);
  });
});

describe('the evidence for a registration', () => {
  const page = evidencePage({
    form: FORM,
    account: { id: 'acc_1', name: 'Acme Ltd', countries: [], helpText: 'Call 555-0100.' } as never,
    group: { id: 'grp_1', name: 'News', from: undefined } as never,
    numbers: [{ number: '+12065550100', status: 'Active' }] as never,
    url: 'https://sms.example.com/join/frm_1',
    at: new Date('2026-03-01T12:00:00.000Z'),
  });

  it('has the page in each language exactly as it is served', () => {
    const shown = [...page.matchAll(/srcdoc="([^"]*)"/g)].map(([, text = '']) =>
      text.replace(
        /&(lt|gt|quot|#39|amp);/g,
        (_, name: string) => ({ lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' })[name] ?? '',
      ),
    );
    expect(shown.slice(0, 2)).toEqual(LANGUAGES.map((language) => formPage(FORM, { language })));
    expect(shown[2]).toBe(donePage(FORM, { language: 'en', sender: '+12065550100' }));
  });

  it('has the texts that follow, with brand and frequency of the form, and the answers to STOP and HELP', () => {
    expect([...page.matchAll(/<dd>([^<]*)<\/dd>/g)].map(([, text]) => text)).toEqual([
      'Acme &amp; Sons - News: Reply YES to get our texts. Up to 4 messages a month. Msg &amp; data rates may apply. Reply HELP for help, STOP to opt out.',
      'Acme &amp; Sons: You have opted out and will get no more texts. Reply HELP for help.',
      'Call 555-0100.',
    ]);
  });
});
