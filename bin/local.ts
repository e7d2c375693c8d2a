import { extname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Command } from 'commander';
import type { LocalService } from '../lib/local/service';
import type { ServiceOptions } from '../lib/local/startup';
import { StartupError } from '../lib/local/lifecycle';
import { EVENT_ARCHIVE_SETTINGS } from '../shared/platform/event-archive';

/** The local service: everything that is deployed, in one process tree, with a demo account. */
const ROOT = join(import.meta.dirname, '..');
const DEFAULT_PORT = 3000;
const DEFAULT_DATA_DIR = '.local';
const FORCED_STOP_MS = 5_000;

interface Flags {
  inMemory: boolean;
  fresh: boolean;
  verbose: boolean;
  demo: boolean;
}

const flags = new Command('npm start --')
  .description('Runs the whole service on this machine, without an AWS account.')
  .option('--in-memory', 'keep nothing: the data is gone when the service stops', false)
  .option('--fresh', 'remove the data of earlier runs first', false)
  .option('--demo', 'fill an empty service with people, campaigns and conversations', false)
  .option('--verbose', 'write logs to standard error as well', false)
  .addHelpText(
    'after',
    `
Environment:
  PORT                  port of the API (${DEFAULT_PORT}; 0 for a free one)
  DATA_DIR              folder of the data (${DEFAULT_DATA_DIR})
  PROVIDER              simulator, or eum for the adapter of AWS End User Messaging (simulator)
  DYNAMODB_ENDPOINT     another DynamoDB-compatible engine, such as http://localhost:8000
  SIMULATOR_LATENCY_MS  how long the provider simulator takes for a message (0)
  CONSOLE_BUILD         off leaves the console as it was built last (on)
  SIMULATOR_RATE        messages per second above which the simulator throttles (no limit)
  ISSUER_URL            issuer that signs users of the console in, in place of the local one, with
                        ISSUER_CLIENT_ID and, unless that is a public client, ISSUER_CLIENT_SECRET
  MFA                   required lets users of the console sign in with a second factor only (optional)
  EVENT_ARCHIVE         omit or hash writes each event to the folder event-archive of the data, with the people
                        whom they are about left out or hashed (off)
  TRACING               on sends traces to the X-Ray daemon at AWS_XRAY_DAEMON_ADDRESS (off)`,
  )
  .parse()
  .opts<Flags>();

// Each SDK client would print half a page about Node.js 20 in front of what the user is waiting for.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';

// On a machine with much memory V8 lets garbage grow to several times what is in use. A campaign of 200,000 took 863 MB
// at most without this, and 468 MB with it, no slower.
setFlagsFromString('--heap-growing-percent=50');

const startedMs = performance.now();
let starting: Promise<LocalService> | undefined;
let stopping: Promise<void> | undefined;

process.on('SIGINT', () => void stop(0));
process.on('SIGTERM', () => void stop(0));
process.on('SIGHUP', () => void stop(0));
// In Lambda such a handler would lose its instance; here the others must go on.
process.on('unhandledRejection', (reason) => console.error('Unhandled rejection', reason));

try {
  // Loaded only now, so that --help and mistakes in the environment are reported at once.
  const options = readOptions();
  starting = import('../lib/local/service').then(({ startService }) => startService(options));
  const service = await starting;
  if (flags.demo) await service.makeDemoData();
  if (stopping === undefined) {
    announce(service, options);
    await service.preload();
    if (process.env.CONSOLE_BUILD !== 'off') await service.buildConsole();
  }
} catch (error) {
  if (stopping === undefined) {
    const isPlain = error instanceof StartupError || !(error instanceof Error);
    process.stderr.write(`${isPlain ? String((error as Error).message) : (error.stack ?? error.message)}\n`);
    process.exit(1);
  }
}

function readOptions(): ServiceOptions {
  const dynamodbEndpoint = readUrl('DYNAMODB_ENDPOINT');
  const simulatorRatePerSecond = readNumber('SIMULATOR_RATE', { max: 1_000_000 });
  return {
    rootDir: ROOT,
    port: readNumber('PORT', { max: 65_535 }) ?? DEFAULT_PORT,
    dataDir: readText('DATA_DIR') ?? join(ROOT, DEFAULT_DATA_DIR),
    isInMemory: flags.inMemory,
    isFresh: flags.fresh,
    isVerbose: flags.verbose,
    isDemo: flags.demo,
    ...(dynamodbEndpoint !== undefined && { dynamodbEndpoint }),
    provider: readChoice('PROVIDER', ['simulator', 'eum']),
    ...readIssuer(),
    mfa: readChoice('MFA', ['optional', 'required']),
    eventArchive: readChoice('EVENT_ARCHIVE', EVENT_ARCHIVE_SETTINGS),
    simulatorLatencyMs: readNumber('SIMULATOR_LATENCY_MS', { max: 600_000 }) ?? 0,
    ...(simulatorRatePerSecond !== undefined && { simulatorRatePerSecond }),
    importModule,
    onFatal: (reason) => {
      process.stderr.write(`${reason}\n`);
      void stop(1);
    },
  };
}

/** Imports a handler from beside this program, which tests run as JavaScript. */
function importModule(entry: string): Promise<unknown> {
  const file = entry.replace(/\.ts$/, extname(import.meta.url));
  return import(new URL(`../${file}`, import.meta.url).href) as Promise<unknown>;
}

function readIssuer(): Pick<ServiceOptions, 'issuer'> {
  const url = readUrl('ISSUER_URL');
  if (url === undefined) return {};
  const clientId = readText('ISSUER_CLIENT_ID');
  if (clientId === undefined) throw new StartupError('ISSUER_URL needs ISSUER_CLIENT_ID.');
  const clientSecret = readText('ISSUER_CLIENT_SECRET');
  return { issuer: { url, clientId, ...(clientSecret !== undefined && { clientSecret }) } };
}

/** @param choices the first one is the default when the variable is not set */
function readChoice<Choice extends string>(name: string, choices: readonly [Choice, ...Choice[]]): Choice {
  const text = readText(name) ?? choices[0];
  const choice = choices.find((one) => one === text);
  if (choice === undefined) throw new StartupError(`${name}=${text}: expected ${choices.join(' or ')}.`);
  return choice;
}

/** Reads a variable. An empty one counts as not set. */
function readText(name: string): string | undefined {
  const text = process.env[name];
  return text === '' ? undefined : text;
}

function readNumber(name: string, { max }: { max: number }): number | undefined {
  const text = readText(name);
  if (text === undefined) {
    return undefined;
  }
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > max) {
    throw new StartupError(`${name}=${text}: expected a whole number from 0 to ${max}.`);
  }
  return value;
}

function readUrl(name: string): string | undefined {
  const text = readText(name);
  if (text !== undefined && !(/^https?:\/\//.test(text) && URL.canParse(text))) {
    throw new StartupError(`${name}=${text}: expected an address such as http://localhost:8000.`);
  }
  return text;
}

function demoUsersOf({ consoleUsers, consolePassword }: LocalService['demo']): string[] {
  const users = consoleUsers.map(
    (email, index) => `${index === 0 ? 'Sign in as    ' : '              '}${email}`,
  );
  return [...users, `Password      ${consolePassword}`];
}

function announce({ baseUrl, demo, demoContact, logFile }: LocalService, { issuer }: ServiceOptions): void {
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  const message = { to: demoContact, from: demo.from, body: 'Hello {{contact_first_name}}' };
  process.stdout.write(
    [
      `Ready: ${baseUrl} (${seconds} s)`,
      '',
      `Demo account  ${demo.accountId}`,
      `API key       ${demo.apiKeyId}:${demo.apiKeySecret}`,
      `From          ${demo.from}`,
      ...demo.groups.map(({ id, name, optInType }) => `Group         ${id}  ${name} (${optInType})`),
      `Console       ${baseUrl}/console/`,
      ...(issuer === undefined ? demoUsersOf(demo) : [`Sign in at    ${issuer.url}`]),
      `Log           ${logFile}`,
      '',
      `curl -u ${demo.apiKeyId}:${demo.apiKeySecret} -H 'content-type: application/json' ` +
        `-d '${JSON.stringify(message)}' ${baseUrl}/api/v1/messaging/message`,
      '',
      '',
    ].join('\n'),
  );
}

/** Stops the service once. After a signal during the start, it is stopped as soon as it runs. */
function stop(exitCode: number): Promise<void> {
  stopping ??= (async () => {
    setTimeout(() => process.exit(1), FORCED_STOP_MS).unref();
    const service = await starting?.catch(() => undefined);
    await service?.stop();
    process.exit(exitCode);
  })();
  return stopping;
}
