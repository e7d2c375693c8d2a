import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mavenArtifact } from '../support/run/maven-artifact';
import { NotRunError } from '../support/run/not-run';
import { waitFor } from '../support/run/wait-for';

const VERSION = '26.4.5';
const SHA256 = '72f73642a2c36de797d51b4b2b342d4a49f6e5832af10aa470cd123627bd80b3';
const REALM = 'company';
const START_TIMEOUT_MS = 180_000;

/** Person whom Keycloak knows. */
export interface Person {
  email: string;
  password: string;
  hasVerifiedEmail: boolean;
}

/**
 * Starts Keycloak with a realm of its own, in memory, with the console as a confidential client.
 *
 * @param options.port port to listen on
 * @param options.consoleUrl address of the service whose console signs people in
 * @returns the issuer, and how to end it
 * @throws NotRunError without Java, Maven or Maven Central
 */
export async function startKeycloak(options: {
  port: number;
  consoleUrl: string;
  client: { id: string; secret: string };
  people: readonly Person[];
}): Promise<{ issuer: string; stop: () => Promise<void> }> {
  const { port } = options;
  const home = install();
  mkdirSync(join(home, 'data', 'import'), { recursive: true });
  writeFileSync(join(home, 'data', 'import', 'realm.json'), JSON.stringify(realmOf(options)));
  const flags = [`--http-port=${port}`, '--http-host=127.0.0.1', '--db=dev-mem', '--import-realm'];
  // A process group of its own: the program starts Java twice.
  const child = spawn('sh', [join(home, 'bin', 'kc.sh'), 'start-dev', ...flags], {
    stdio: 'ignore',
    detached: true,
  });
  const ended = once(child, 'close');
  const stop = async (): Promise<void> => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    await ended;
  };
  const issuer = `http://localhost:${port}/realms/${REALM}`;
  try {
    await waitFor(async () => {
      if (child.exitCode !== null) throw new Error('Keycloak ended while it was starting.');
      const answer = await fetch(`${issuer}/.well-known/openid-configuration`).catch(() => undefined);
      return answer?.ok === true ? answer : undefined;
    }, START_TIMEOUT_MS);
  } catch (error) {
    await stop();
    throw error;
  }
  return { issuer, stop };
}

/** Fetches Keycloak from Maven Central. @returns its folder */
function install(): string {
  const cache = join(process.cwd(), '.cache');
  const home = join(cache, `keycloak-${VERSION}`);
  if (existsSync(home)) return home;
  const file = mavenArtifact(`org.keycloak:keycloak-quarkus-dist:${VERSION}:zip`, SHA256);
  const target = join(cache, 'keycloak.unpacking');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  if (spawnSync('jar', ['xf', file], { cwd: target }).status !== 0)
    throw new NotRunError('There is no jar, of a JDK, on the PATH.');
  renameSync(join(target, `keycloak-${VERSION}`), home);
  rmSync(target, { recursive: true });
  return home;
}

function realmOf({ consoleUrl, client, people }: Parameters<typeof startKeycloak>[0]): object {
  return {
    realm: REALM,
    enabled: true,
    sslRequired: 'none',
    clients: [
      {
        clientId: client.id,
        secret: client.secret,
        redirectUris: [`${consoleUrl}/console/auth/callback`],
        attributes: { 'post.logout.redirect.uris': `${consoleUrl}/console/auth/signed-out` },
      },
    ],
    users: people.map(({ email, password, hasVerifiedEmail }) => ({
      username: email,
      email,
      emailVerified: hasVerifiedEmail,
      enabled: true,
      firstName: email.split('@')[0],
      lastName: 'Keycloak',
      credentials: [{ type: 'password', value: password }],
    })),
  };
}
