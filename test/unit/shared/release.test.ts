import { readFileSync } from 'node:fs';
import { createClient } from '../../../clients/typescript/src/index';
import openapi from '../../../shared/http/generated/openapi';
import { attemptDelivery } from '../../../shared/webhooks/attempt-delivery';
import { RELEASE } from '../../../shared/platform/release';

const read = (file: string): string => readFileSync(file, 'utf8');

describe('the release', () => {
  it('is that of the package, of its lockfile, of both clients and of the OpenAPI document', () => {
    const { version } = JSON.parse(read('package-lock.json')) as { version: string };
    const client = JSON.parse(read('clients/typescript/package.json')) as { version: string };
    const { info } = JSON.parse(openapi) as { info: { version: string } };
    expect([version, client.version, info.version]).toEqual([RELEASE, RELEASE, RELEASE]);
    // Python writes a release candidate without a hyphen.
    expect(/^version = "(.*)"$/m.exec(read('clients/python/pyproject.toml'))?.[1]).toBe(
      RELEASE.replace(/-(a|b|rc)[a-z]*\./, '$1'),
    );
  });

  it('has its changes in the changelog', () => {
    expect(read('CHANGELOG.md')).toMatch(
      new RegExp(`^## ${RELEASE.replaceAll('.', '\\.')} - \\d{4}-\\d\\d-\\d\\d$`, 'm'),
    );
  });

  it('is in the user agent of the client, which a caller can replace', async () => {
    const agents: Array<string | null> = [];
    const options = {
      baseUrl: 'https://messaging.example.com',
      fetch: (_: unknown, { headers }: RequestInit = {}) => {
        agents.push(new Headers(headers).get('user-agent'));
        return Promise.resolve(new Response('{"results":[]}'));
      },
    };
    await createClient(options).listGroups();
    await createClient({ ...options, headers: { 'user-agent': 'shop/7' } }).listGroups();
    expect(agents).toEqual([`messaging-service-typescript/${RELEASE}`, 'shop/7']);
  });

  it('is in the user agent of webhooks', async () => {
    let agent: string | undefined;
    await attemptDelivery(
      {
        request: (_, { headers }) => {
          agent = headers?.['user-agent'];
          return Promise.resolve({ status: 200, headers: {}, body: Buffer.alloc(0) } as never);
        },
        close: () => {},
      },
      {
        url: 'https://example.com/',
        secrets: [],
        message: { id: 'evt_1', payload: '{}' },
        at: new Date(0),
      },
    );
    expect(agent).toBe(`messaging-service-webhooks/${RELEASE}`);
  });
});
