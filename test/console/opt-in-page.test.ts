import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { connectToBrowser, openContext, refusedByPolicy } from './browser';
import { readDemo } from './demo';
import { violationsOf } from './look-at-screens';
import { readThings } from './screens';

/** Tests of the public page of an opt-in form, in a browser without scripts. */
const demo = readDemo();
const path = `/join/${readThings().formId}`;
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  browser = await connectToBrowser();
});

afterEach(async () => {
  const refused = refusedByPolicy(context);
  await context.close();
  if (refused.length > 0) throw new Error(refused.join('\n'));
});
afterAll(() => browser.close());

const ENGLISH = {
  lang: 'en',
  heading: 'Get text messages from Demo Coffee',
  phone: 'Mobile phone number',
  box: /^I agree to get recurring text messages \(SMS and MMS\) from Demo Coffee/,
  button: 'Sign up',
  terms: 'Terms and conditions',
  privacy: 'Privacy policy',
  other: 'Español',
  check: 'Please check the form',
  badPhone: 'Enter a mobile phone number, such as (206) 555-0100 or +1 206 555 0100.',
  badBox: 'Tick the box to agree. Without it no messages are sent.',
  hint: /^Such as \(206\) 555-0100, or with country code: \+1 206 555 0100\. Only numbers of: /,
  done: 'Check your phone',
  next: /Reply YES to it to get messages from Demo Coffee\. Until you do, you get none\./,
};
const SPANISH: typeof ENGLISH = {
  lang: 'es',
  heading: 'Recibe mensajes de texto de Demo Coffee',
  phone: 'Número de teléfono móvil',
  box: /^Acepto recibir mensajes de texto periódicos \(SMS y MMS\) de Demo Coffee/,
  button: 'Suscribirme',
  terms: 'Términos y condiciones',
  privacy: 'Política de privacidad',
  other: 'English',
  check: 'Revisa el formulario',
  badPhone: 'Escribe un número de teléfono móvil, por ejemplo (206) 555-0100 o +1 206 555 0100.',
  badBox: 'Marca la casilla para aceptar. Sin ella no se envía ningún mensaje.',
  hint: /^Por ejemplo \(206\) 555-0100, o con código de país: \+1 206 555 0100\. Solo números de: /,
  done: 'Mira tu teléfono',
  next: /Responde YES para recibir mensajes de Demo Coffee\. Hasta entonces no recibirás ninguno\./,
};

const WIDTHS = [320, 1280];
const cases = [ENGLISH, SPANISH].flatMap((words, language) =>
  WIDTHS.map((width, index) => ({ ...words, width, number: `+1206555270${2 * language + index}` })),
);

/** Opens the page as a browser with this language shows it. */
async function openPage({ lang, width }: { lang: string; width: number }): Promise<Page> {
  context = await openContext(browser, { width, locale: lang, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(demo.baseUrl + path);
  return page;
}

/** Finds what keeps people from reading or using the page. axe is a script: it looks at a copy of the page. */
async function faultsOf(page: Page): Promise<string[]> {
  const width = page.viewportSize()?.width ?? 0;
  const scripted = await openContext(browser, { width });
  const copy = await scripted.newPage();
  await copy.setContent(await page.content());
  const axe = new AxeBuilder({ page: copy }).options({ rules: { 'target-size': { enabled: true } } });
  const violations = await violationsOf(axe);
  await scripted.close();
  const tooWide = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
  return [...violations, ...(tooWide > 0 ? [`${tooWide} pixels too wide`] : [])];
}

/** Returns the id of the element that has the focus, or its name where it has none. */
const focused = (page: Page) =>
  page.evaluate<string>('document.activeElement.id || document.activeElement.localName');

describe.each(cases)('the page of an opt-in form in “$lang”, $width pixels wide', (words) => {
  it('has its heading, labels and unticked box, and is filled in from top to bottom', async () => {
    const page = await openPage(words);
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.locator('html').getAttribute('lang')).toBe(words.lang);
    expect(await page.title()).toBe(words.heading);
    await page.getByRole('heading', { level: 1, name: words.heading, exact: true }).waitFor();
    const phone = page.getByRole('textbox', { name: words.phone, exact: true });
    expect(await phone.getAttribute('aria-describedby')).toBe('phone-hint');
    expect(await page.locator('#phone-hint').innerText()).toMatch(words.hint);
    expect(await page.getByRole('checkbox', { name: words.box, checked: false }).count()).toBe(1);
    for (const name of [words.terms, words.privacy, words.other])
      expect(await page.getByRole('link', { name, exact: true }).count()).toBe(1);

    const order: string[] = [];
    for (let step = 0; step < 3; step += 1) {
      await page.keyboard.press('Tab');
      order.push(await focused(page));
    }
    expect(order).toEqual(['phone', 'consent', 'button']);
    expect(await page.getByRole('button', { name: words.button, exact: true }).count()).toBe(1);
  });

  it('shows errors at their fields after a post, and begins with them', async () => {
    const page = await openPage(words);
    await page.getByLabel(words.phone).fill('12');
    // As a browser posts it that does not check fields itself.
    await page.evaluate('document.forms[0].noValidate = true');
    await page.getByRole('button', { name: words.button }).click();
    await page.getByRole('heading', { level: 2, name: words.check }).waitFor();
    expect(await page.title()).toBe(`${words.check} - ${words.heading}`);
    expect(await focused(page)).toBe('errors');
    expect(await faultsOf(page)).toEqual([]);
    for (const [role, ids, error] of [
      ['textbox', 'phone-hint phone-error', words.badPhone],
      ['checkbox', 'consent-error', words.badBox],
    ] as const) {
      const field = page.getByRole(role);
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      expect(await field.getAttribute('aria-describedby')).toBe(ids);
      expect(await page.locator(`#${role === 'textbox' ? 'phone' : 'consent'}-error`).innerText()).toBe(
        error,
      );
    }
    expect(await page.getByRole('textbox').inputValue()).toBe('12');
    expect(await page.getByRole('checkbox').isChecked()).toBe(false);

    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#phone$/);
    expect(await focused(page)).toBe('phone');
  });

  it('says after a good post what to do next', async () => {
    const page = await openPage(words);
    await page.keyboard.press('Tab');
    await page.keyboard.type(words.number);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: words.done, exact: true }).waitFor();
    expect(await page.title()).toBe(words.done);
    expect(await page.locator('html').getAttribute('lang')).toBe(words.lang);
    await page.getByText(words.next).waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });
});
