import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGES = [
  ...['clients/typescript/README.md', 'clients/python/README.md'],
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];
const read = (page: string) => readFileSync(page, 'utf8');
/** Returns the first group of each match. */
const allOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);

describe('commands that install the clients', () => {
  /** Files that `npm run clients:build` makes. */
  const { version } = JSON.parse(read('clients/typescript/package.json')) as { version: string };
  const [wheelVersion] = allOf(read('clients/python/pyproject.toml'), /^version = "(.*)"$/gm);
  const BUILT = [
    `messaging-service-client-${version}.tgz`,
    `messaging_service_client-${wheelVersion}-py3-none-any.whl`,
  ];
  const isBuilt = (name: string) => {
    const pattern = new RegExp(
      `^${name
        .split('*')
        .map((part) => part.replace(/[.+]/g, '\\$&'))
        .join('.*')}$`,
    );
    return BUILT.some((file) => pattern.test(file));
  };
  const named = PAGES.flatMap((page) =>
    allOf(read(page), /\.cache\/clients\/([^\s`]+)/g).map((name) => [page, name] as const),
  );

  it.each(named)('%s: %s is a file of the build', (_page, name) => {
    expect(isBuilt(name)).toBe(true);
  });

  it('are on each page with which a reader begins', () => {
    expect(new Set(named.map(([page]) => page))).toEqual(
      new Set([...PAGES.slice(0, 2), 'docs/clients.md', 'docs/quick-start-python.md']),
    );
  });
});

describe('idempotency keys', () => {
  const ofOrders = (page: string) => new Set(allOf(read(page), /idempotencyKey[^\w]+(order-\d+-ready)/g));

  it('differ between pages, so that the text of each is sent', () => {
    const pages = ['docs/quick-start-python.md', 'docs/examples.md', 'docs/clients.md'];
    const keys = pages.flatMap((page) => [...ofOrders(page)]);
    expect(keys).toHaveLength(pages.length);
    expect(new Set(keys).size).toBe(pages.length);
  });
});

describe('programs made for Twilio, in Java', () => {
  const inOneLine = (code: string) => code.replace(/\s+/g, ' ');

  it('are redirected by the class with which the tests redirect them', () => {
    const [, own = ''] =
      /^(class Redirected .*?^\})$/ms.exec(read('docs/twilio.md').split('```java')[1] ?? '') ?? [];
    expect(own).not.toBe('');
    expect(inOneLine(read('test/twilio/Check.java'))).toContain(inOneLine(own));
  });
});
