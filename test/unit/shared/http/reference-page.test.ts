import page from '../../../../shared/http/generated/reference-page';
import { ROUTES } from '../../../../functions/http/routes';

/** Rules inside the media query for screens without room for a menu beside the page. */
const narrow = /@media \(max-width: 56rem\) \{([^]*?)\n\}/.exec(page)?.[1] ?? '';
const menu = /<nav id="menu"[^]*<\/nav>/.exec(page)?.[0] ?? '';

it('begins on a small screen with the page, and has the menu behind a link at its top', () => {
  expect(/<body>\s*<header>.*<\/header>/.exec(page)?.[0]).toContain('<a class="menu" href="#menu">Menu</a>');
  expect(narrow).toMatch(/nav \{ display: none; \}/);
  expect(narrow).toMatch(/nav:target \{ display: block; position: fixed; inset: 0;/);
});

it('has every route in the menu, whose links lead elsewhere and so close it', () => {
  const targets = [...menu.matchAll(/href="([^"]*)"/g)].map(([, target]) => target ?? '');
  expect(targets).toEqual(expect.arrayContaining(ROUTES.map(({ operationId }) => `#${operationId}`)));
  const inPage = targets.filter((target) => target.startsWith('#')).map((target) => target.slice(1));
  expect(inPage).not.toContain('menu');
  expect(inPage.filter((id) => !page.includes(`id="${id}"`))).toEqual([]);
});
