import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { get } from 'node:https';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { NotRunError } from '../support/run/not-run';
import { pythonEnvironment } from '../support/run/python-environment';
import type { Processes } from './processes';

export const REGION = 'us-east-1';
export const MINISTACK_LOG = 'ministack.log';
const REQUIREMENTS = 'test/deploy/requirements.txt';
const READY_TIMEOUT_MS = 60_000;

/** Certificate of MiniStack, which its clients trust. */
export interface Certificate {
  path: string;
  keyPath: string;
}

/** Installs MiniStack. @returns the Python of its environment */
export const installMiniStack = (): string => pythonEnvironment(REQUIREMENTS);

/** Makes a certificate: the stack's queues, topics and buckets refuse requests without TLS. */
export function makeCertificate(folder: string): Certificate {
  const certificate = { path: join(folder, 'server.crt'), keyPath: join(folder, 'server.key') };
  const options = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
  const names = ['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  try {
    const files = ['-keyout', certificate.keyPath, '-out', certificate.path];
    execFileSync('openssl', ['req', ...options, ...names, ...files], { stdio: 'ignore' });
    return certificate;
  } catch {
    throw new NotRunError('The test needs openssl on the PATH to make a certificate. Nothing was deployed.');
  }
}

/** Returns the environment by which the CDK, the operator CLI and the tests find MiniStack. */
export function clientEnvironment(endpoint: string, certificate: Certificate): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(AWS_|CDK_)/.test(name));
  return {
    ...Object.fromEntries(inherited),
    AWS_ENDPOINT_URL: endpoint,
    AWS_ENDPOINT_URL_S3: endpoint,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_REGION: REGION,
    AWS_DEFAULT_REGION: REGION,
    AWS_CA_BUNDLE: certificate.path,
    NODE_EXTRA_CA_CERTS: certificate.path,
    NO_PROXY: '127.0.0.1,localhost',
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    CDK_DISABLE_CLI_TELEMETRY: 'true',
    CI: 'true',
  };
}

/** Starts MiniStack, and waits until it answers. */
export async function startMiniStack(
  processes: Processes,
  options: { python: string; port: number; simulatorUrl: string; certificate: Certificate; folder: string },
): Promise<void> {
  const { certificate } = options;
  const environment = {
    // No other variables: the handlers inherit them.
    PATH: process.env.PATH,
    HOME: options.folder,
    TMPDIR: options.folder,
    BIND_HOST: '127.0.0.1',
    GATEWAY_PORT: String(options.port),
    MINISTACK_REGION: REGION,
    IOT_MTLS_ENABLED: '0',
    // Calls are checked against the policies of their caller, and use TLS.
    AUTH: 'true',
    USE_SSL: '1',
    MINISTACK_SSL_CERT: certificate.path,
    MINISTACK_SSL_KEY: certificate.keyPath,
    NODE_EXTRA_CA_CERTS: certificate.path,
    AWS_ENDPOINT_URL_S3: `https://127.0.0.1:${options.port}`,
    // MiniStack lacks End User Messaging; the simulator implements its protocol.
    AWS_ENDPOINT_URL_PINPOINT_SMS_VOICE_V2: options.simulatorUrl,
    // Lets webhooks go to the receiver of the test, on this machine. The machine of the handlers sets it and not the
    // stack: no setting of a deployment can allow it.
    LOCAL_SERVICE: '1',
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  };
  const argv = ['-m', 'ministack'];
  const child = processes.startLogged(MINISTACK_LOG, { command: options.python, argv, environment });
  for (const deadlineMs = Date.now() + READY_TIMEOUT_MS; Date.now() < deadlineMs; await sleep(100)) {
    if (child.exitCode !== null) break;
    const health = `https://127.0.0.1:${options.port}/_ministack/health`;
    if (await isAnswering(health, certificate)) return;
  }
  throw new Error(`MiniStack did not start:\n${processes.readTail(MINISTACK_LOG)}`);
}

function isAnswering(url: string, certificate: Certificate): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { ca: readFileSync(certificate.path) }, (response) =>
      resolve(response.resume().statusCode === 200),
    );
    request.on('error', () => resolve(false));
  });
}
