import { readFileSync } from 'node:fs';
import { CONSOLE_DECLARATIONS } from '../../../../functions/console/routes';
import { DECLARATIONS } from '../../../../functions/http/routes';
import { codesOf } from '../../../../lib/generate/openapi-responses';
import { requestSchemaName } from '../../../../lib/reference/openapi-schemas';
import { ERROR_ADVICE } from '../../../../lib/reference/error-advice';
import { ERROR_CASES } from '../../../../lib/reference/error-cases';
import { PAGE_NAMES } from '../../../../lib/reference/guides';
import { ERROR_CODES, type ErrorCode } from '../../../../shared/errors/error-codes';
import pagesText from '../../../../shared/http/generated/docs-pages';
import { matchPath } from '../../../../shared/http/match-path';
import type { ConsoleRoute, Route } from '../../../../shared/http/route';
import type { RouteDocumentation } from '../../../../shared/http/route-documentation';
import { createSchemaValidators } from '../../../support/routes/schema-validators';

const CODES = Object.keys(ERROR_CODES).map(Number) as ErrorCode[];
const pages = JSON.parse(pagesText) as Record<string, string | undefined>;
const page = (name: string) => pages[name] ?? '';

interface Declared {
  route: Route | ConsoleRoute;
  documentation: () => RouteDocumentation;
}
const declared: readonly Declared[] = [...DECLARATIONS, ...CONSOLE_DECLARATIONS];
const { components } = JSON.parse(readFileSync('shared/http/generated/console-openapi.json', 'utf8')) as {
  components: object;
};
const validators = createSchemaValidators(components);

/** Errors of requests that reach no route, or of API Gateway: no route declares them. */
const WITHOUT_ROUTE: readonly ErrorCode[] = [33105, 33106, 33114, 33115, 33116];
/** Errors of bodies that their schema does not allow. */
const OF_BODIES: readonly ErrorCode[] = [33100, 33101, 33102, 33103, 33116];

const findDeclared = (code: ErrorCode) => {
  const { method, path } = ERROR_CASES[code].request;
  return declared.find(
    ({ route }) => route.method === method && matchPath(route.path, path.split('?')[0] ?? ''),
  );
};

describe('the page of error codes', () => {
  const sections = new Map(
    page('errors.md')
      .split(/^## /m)
      .slice(1)
      .map((section) => [Number(section.slice(0, 5)), section]),
  );

  it('has one section a code', () => {
    expect([...sections.keys()]).toEqual(CODES);
  });

  it.each(CODES)('tells the cause of %s, what to do, a request and its answer', (code) => {
    const section = sections.get(code) ?? '';
    expect(section).toContain(`**Cause.** ${ERROR_CASES[code].cause}\n`);
    expect(section).toContain(`**What to do.** ${ERROR_ADVICE[code]}\n`);
    expect(ERROR_CASES[code].cause).toMatch(/^.{30,}\.$/s);
    const [request = '', answer = ''] = [...section.matchAll(/^```http\n([^]*?)\n```$/gm)].map(
      ([, text]) => text,
    );
    expect(request).toMatch(/^[A-Z]+ \/\S+\n?/);
    const [head, body = ''] = answer.split('\n\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${ERROR_CODES[code].status}\n`));
    expect(JSON.parse(body)).toMatchObject({ code, status: ERROR_CODES[code].status });
    expect(body).not.toMatch(/\{\w+\}/);
  });

  it.each([33105, 33106] as const)('shows a request that no route takes for %s', (code) => {
    expect(findDeclared(code)).toBeUndefined();
  });

  it.each(CODES.filter((code) => !WITHOUT_ROUTE.includes(code)))(
    'shows a request that %s can be the answer to',
    (code) => {
      const found = findDeclared(code);
      if (!found) throw new Error('No route has the path of the example');
      const operation = found.documentation();
      expect(codesOf(found.route, operation)).toContain(code);
      const { body } = ERROR_CASES[code].request;
      expect(body !== undefined).toBe(operation.request !== undefined);
      if (!operation.request || OF_BODIES.includes(code)) return;
      const schema = { $ref: `#/components/schemas/${requestSchemaName(operation.request.name)}` };
      expect(validators.problemsOf(JSON.stringify(schema), body)).toEqual([]);
    },
  );

  it('shows bodies that are refused where the error is about the body', () => {
    const operation = findDeclared(33100)?.documentation();
    const schema = { $ref: `#/components/schemas/${requestSchemaName(operation?.request?.name ?? '')}` };
    const { body } = ERROR_CASES[33100].request;
    expect(validators.problemsOf(JSON.stringify(schema), body)).toEqual([
      expect.stringContaining("must have required property 'to'"),
    ]);
    const malformed = ERROR_CASES[33101].request.body as string;
    expect(() => JSON.parse(malformed) as unknown).toThrow(SyntaxError);
  });
});

describe('the pages of text', () => {
  const names = Object.keys(pages);
  const html = names.filter((name) => !name.includes('.'));
  const anchorsOf = (name: string) => [...page(name).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);

  it('are there as HTML and as Markdown, all in the index', () => {
    expect(html.length).toBeGreaterThan(3);
    const listed = [...page('llms.txt').matchAll(/\(\/docs\/([^)]+)\)/g)].map(([, name]) => name);
    const markdown = names.filter((name) => name.endsWith('.md'));
    expect(listed).toEqual([...markdown, 'openapi.json', 'console-openapi.json']);
    expect(markdown).toEqual(['reference.md', ...html.map((name) => `${name}.md`)]);
    expect([...PAGE_NAMES].sort()).toEqual([...names].sort());
  });

  it.each(html)('%s links to nothing that is not served', (name) => {
    const links = [...page(name).matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href);
    const broken = links.filter((href) => {
      if (/^https?:/.test(href)) return false;
      const [path = '', anchor] = href.split('#');
      const target = path === '' ? name : path.replace(/^\/docs\/?/, '');
      const isThere = target === '' || pages[target] !== undefined || /openapi\.json$/.test(target);
      return !isThere || (anchor !== undefined && target !== '' && !anchorsOf(target).includes(anchor));
    });
    expect(broken).toEqual([]);
  });

  it.each(html)('%s loads nothing and runs nothing', (name) => {
    expect(page(name)).not.toMatch(/<(script|link|img|iframe)\b|\ssrc=|@import|url\(| style="/i);
  });

  it('keep only the text of links to files that are not served', () => {
    expect(page('events.md')).toContain('(decision)');
    expect(page('events.md')).not.toMatch(/\]\((?!https?:|#|\/docs\/)/);
  });
});
