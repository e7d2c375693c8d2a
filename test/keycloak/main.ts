import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { buildConsole } from '../../lib/console/build-console';
import { CHROMIUM_FLAGS, openContext } from '../console/browser';
import { findChromium } from '../console/find-chromium';
import { freePort } from '../support/run/free-port';
import { NotRunError, UNAVAILABLE } from '../support/run/not-run';
import { connectToService, createApiAccount } from '../support/service/service';
import { operate } from '../support/service/operate';
import { SERVICE_DATA_DIR, startService } from '../support/service/start-service';
import { type Person, startKeycloak } from './keycloak';

/**
 * Signs people in to the console by Keycloak, in a browser: `npm run test:keycloak`. Exits with 69 where Java, Maven, a registry or
 * Chromium is missing. It takes a minute, and up to three beside other work.
 */
const PASSWORD = 'correct horse battery staple';
const person = (name: string, hasVerifiedEmail = true): Person => ({
  email: `${name}@example.com`,
  password: PASSWORD,
  hasVerifiedEmail,
});
const ADMIN = person('ada');
const VIEWER = person('vera');
const STRANGER = person('sam');
const UNVERIFIED = person('una', false);

const seen: string[] = [];

try {
  await run();
  process.stdout.write(`${seen.join('\n')}\n`);
} catch (error) {
  process.stdout.write(`${seen.join('\n')}\n`);
  if (!(error instanceof NotRunError)) throw error;
  process.stderr.write(`NOT RUN: ${error.message}\n`);
  process.exitCode = UNAVAILABLE;
}

async function run(): Promise<void> {
  const executablePath = browserOrNot();
  const [port, consolePort] = [await freePort(), await freePort()];
  const consoleUrl = `http://localhost:${consolePort}`;
  const client = { id: 'messaging-console', secret: 'a secret of the test' };
  const startedAtMs = performance.now();
  const keycloak = await startKeycloak({
    ...{ port, consoleUrl, client },
    people: [ADMIN, VIEWER, STRANGER, UNVERIFIED],
  });
  try {
    seen.push(`Keycloak is ready after ${Math.round((performance.now() - startedAtMs) / 1_000)} s.`);
    await buildConsole(process.cwd());
    const service = await startService(['--in-memory'], {
      environment: {
        PORT: String(consolePort),
        ISSUER_URL: keycloak.issuer,
        ISSUER_CLIENT_ID: client.id,
        ISSUER_CLIENT_SECRET: client.secret,
      },
    });
    process.env[SERVICE_DATA_DIR] = service.dataDir;
    const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
    try {
      await signPeopleIn(consoleUrl, () => openContext(browser));
    } finally {
      await browser.close();
      await service.stop();
    }
  } finally {
    await keycloak.stop();
  }
}

function browserOrNot(): string {
  try {
    return findChromium();
  } catch (error) {
    throw new NotRunError((error as Error).message);
  }
}

async function signPeopleIn(consoleUrl: string, open: () => Promise<BrowserContext>): Promise<void> {
  const service = connectToService();
  const { accountId } = await createApiAccount(service);
  service.close();
  for (const { email } of [ADMIN, UNVERIFIED]) {
    await operate('user', 'invite', '--email', email, '--role', 'admin', '--account', accountId);
  }

  for (const [who, title] of [
    [STRANGER, 'You are not invited yet'],
    [UNVERIFIED, 'Your e-mail address is not verified'],
  ] as const) {
    const page = await signIn(consoleUrl, await open(), who);
    await page.getByRole('heading', { name: title }).waitFor();
    await page.context().close();
    seen.push(`${who.email}: ${title}.`);
  }

  // An administrator invites a person, who accepts after signing in and has just that role.
  const admin = await signIn(consoleUrl, await open(), ADMIN);
  await admin.goto(`${consoleUrl}/console/${accountId}/users`);
  await admin.getByRole('button', { name: 'Invite user' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByLabel('E-mail address').fill(VIEWER.email);
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  await admin.getByText(VIEWER.email).first().waitFor();
  const viewer = await signIn(consoleUrl, await open(), VIEWER);
  await viewer.getByRole('button', { name: 'Accept' }).click();
  await viewer.waitForURL(new RegExp(`/console/${accountId}`));
  await viewer.goto(`${consoleUrl}/console/${accountId}/contacts`);
  await viewer.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor();
  const isWriter = await viewer.getByRole('button', { name: 'Create contact' }).count();
  if (isWriter > 0) throw new Error('A viewer can create contacts');
  seen.push(`${VIEWER.email}: invited by ${ADMIN.email}, accepted, a viewer.`);

  // Signing out ends the session at the issuer as well: it asks for the password again.
  await viewer.getByRole('button', { name: /vera/i }).click();
  await viewer.getByRole('menuitem', { name: 'Sign out' }).click();
  await viewer.getByRole('heading', { name: 'You are signed out' }).waitFor();
  await viewer.goto(`${consoleUrl}/console/auth/sign-in`);
  await viewer.locator('#password').waitFor();
  const status = (await viewer.request.get(`${consoleUrl}/console/api/session`)).status();
  if (status !== 401) throw new Error(`The session goes on: ${status}`);
  seen.push(`${VIEWER.email}: signed out, at Keycloak too.`);
}

/** Signs in on Keycloak's page, as a person does. */
async function signIn(
  consoleUrl: string,
  context: BrowserContext,
  { email, password }: Person,
): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${consoleUrl}/console/auth/sign-in`);
  await page.locator('#username').fill(email);
  await page.locator('#password').fill(password);
  await page.locator('#kc-login').click();
  await page.waitForURL((url) => url.href.startsWith(consoleUrl));
  return page;
}
