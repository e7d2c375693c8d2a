import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { useFolder } from '../../support/run/use-folder';

/** Returns an advisory as npm's registry has answered one, for a package that is deployed. */
const advisory = (severity: string) => ({
  valibot: [
    {
      id: 1110000,
      url: 'https://github.com/advisories/GHSA-vqpr-j7v3-hqw9',
      title: 'Valibot has a ReDoS vulnerability in `EMOJI_REGEX`',
      severity,
      vulnerable_versions: '>=0.31.0',
      cwe: ['CWE-1333'],
      cvss: { score: 7.5, vectorString: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H' },
    },
  ],
});

// npm caches advisories.
const cache = useFolder();
let server: Server;
let answer: { status: number; body: object };

beforeAll(async () => {
  server = createServer((request, response) => {
    const isAsked = request.url === '/-/npm/v1/security/advisories/bulk';
    const { status, body } = isAsked ? answer : { status: 404, body: {} };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function check() {
  const child = spawn('.ci/check-packages', {
    env: {
      ...process.env,
      npm_config_registry: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      npm_config_cache: cache(),
      npm_config_fetch_retries: '0',
    },
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [output, status] = await Promise.all([text(child.stdout), ended]);
  return { output, status };
}

it('fails for a known vulnerability of a package that is deployed, and names it', async () => {
  answer = { status: 200, body: advisory('high') };
  const { output, status } = await check();
  expect(status).toBe(1);
  expect(output).toContain('https://github.com/advisories/GHSA-vqpr-j7v3-hqw9');
});

it('takes one of low severity, and says what else it could not ask for', async () => {
  answer = { status: 200, body: advisory('low') };
  const { output, status } = await check();
  expect(output).toContain('NOT RUN: the registry cannot be asked for signatures.');
  expect(output).not.toContain('known faults.');
  expect(status).toBe(69);
});

it('says that it has not run where the registry does not answer, and is no success then', async () => {
  answer = { status: 405, body: {} };
  const { output, status } = await check();
  expect(output).toContain('NOT RUN: the registry cannot be asked for known faults.');
  expect(status).toBe(69);
});
