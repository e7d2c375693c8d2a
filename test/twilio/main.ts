import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { mavenLibraries } from '../support/run/maven-libraries';
import { NotRunError, UNAVAILABLE } from '../support/run/not-run';
import { pythonEnvironment } from '../support/run/python-environment';
import { waitFor } from '../support/run/wait-for';
import { apiSending } from '../support/service/api-sending';
import { operate } from '../support/service/operate';
import {
  connectToService,
  createApiAccount,
  randomPhone,
  type TestService,
} from '../support/service/service';
import { SERVICE_DATA_DIR, startService } from '../support/service/start-service';
import { twilioClient } from '../support/twilio/twilio-client';
import { startWebhookReceiver } from '../support/webhooks/webhook-receiver';

/**
 * Calls a local service of its own with Twilio's packages for Python and Java, with only the address changed:
 *
 *     npm run test:twilio
 *
 * The package for Node.js is in `test/api/twilio.test.ts`. Exits with 69 where Python 3.10, Java 17, Maven or a registry is
 * missing, after it has run what it can.
 */
const FOLDER = join('test', 'twilio');

/** Programs that make the same calls, each with the package of its language. */
const PROGRAMS: Record<string, () => string[]> = {
  Python: () => [pythonEnvironment(join(FOLDER, 'requirements.txt')), join(FOLDER, 'check.py')],
  Java: () => [
    ...['java', '-cp', join(mavenLibraries({ source: FOLDER, name: 'twilio' }), '*')],
    join(FOLDER, 'Check.java'),
  ],
};

/** Makes an account that can be called in Twilio's form, and a callback that it has signed. */
async function prepareCase(service: TestService) {
  const account = await createApiAccount(service);
  const { twilio, authToken } = await operate<{ twilio: { accountSid: string }; authToken: string }>(
    ...['account', 'set', '--account', account.accountId, '--twilio', 'on'],
  );
  const { accountSid } = twilio;
  const to = randomPhone();
  await apiSending(() => ({ service, account })).optIn([to]);
  const receiver = await startWebhookReceiver();
  const client = twilioClient(service.baseUrl, { accountSid, authToken });
  await client.messages.create({ to, from: account.from, body: 'Hello', statusCallback: receiver.url });
  const { headers, body } = await waitFor(() => receiver.received[0]);
  await receiver.stop();
  const callback = { url: receiver.url, body, signature: headers['x-twilio-signature'] };
  const { baseUrl } = service;
  return { baseUrl, accountSid, authToken, from: account.from, to, stranger: randomPhone(), callback };
}

/** @returns exit code */
async function runProgram([command = '', ...argv]: string[], sample: object): Promise<number> {
  const env = { ...process.env, TWILIO_CASE: JSON.stringify(sample), NO_PROXY: '127.0.0.1,localhost' };
  const [code] = (await once(spawn(command, argv, { env, stdio: 'inherit' }), 'close')) as [number | null];
  return code ?? 1;
}

const codes: number[] = [];
const started = await startService(['--in-memory']);
process.env[SERVICE_DATA_DIR] = started.dataDir;
const service = connectToService();
try {
  const sample = await prepareCase(service);
  for (const [language, commandOf] of Object.entries(PROGRAMS)) {
    try {
      const code = await runProgram(commandOf(), sample);
      process.stdout.write(`Twilio's package for ${language}: ${code === 0 ? 'works' : 'FAILED'}.\n`);
      codes.push(code === 0 ? 0 : 1);
    } catch (error) {
      if (!(error instanceof NotRunError)) throw error;
      process.stderr.write(`NOT RUN: Twilio's package for ${language}: ${error.message}\n`);
      codes.push(UNAVAILABLE);
    }
  }
} finally {
  service.close();
  await started.stop();
}
// Idle connections would keep the process alive for a while.
process.exit(codes.includes(1) ? 1 : Math.max(...codes));
