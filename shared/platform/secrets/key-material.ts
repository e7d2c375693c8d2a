import { setTimeout as sleep } from 'node:timers/promises';
import { awsDomain } from '../aws/internal/aws-domain';
import { type Environment, fetchSigned } from '../aws/signed-request';

/** Version of a key; `previous`: the one before the last rotation. */
type KeyVersion = 'current' | 'previous';

const STAGES = { current: 'AWSCURRENT', previous: 'AWSPREVIOUS' } as const;

/**
 * Reads the material of a key: in AWS the value of the secret whose ARN is in `<name>_ARN`; the local service passes it
 * in the variable `name`.
 */
export async function readKeyMaterial(name: string, environment: Environment): Promise<string> {
  const material = await readKeyVersion(name, environment, 'current');
  if (!material) throw new Error(`The secret of ${name} has no value`);
  return material;
}

/**
 * Reads one version of a key's material.
 *
 * @returns `undefined` for `previous` when the key was never rotated, as in the local service
 */
export async function readKeyVersion(
  name: string,
  environment: Environment,
  version: KeyVersion,
): Promise<string | undefined> {
  const material = environment[name];
  if (material) return version === 'current' ? material : undefined;
  const arn = environment[`${name}_ARN`];
  if (!arn) throw new Error(`Neither ${name} nor ${name}_ARN is set`);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await getSecretValue({ arn, stage: STAGES[version], environment });
    } catch (error) {
      if (attempt === ATTEMPTS || (error instanceof SecretRefused && !error.isTransient)) throw error;
      await sleep(PAUSE_MS * 2 ** attempt);
    }
  }
}

const ATTEMPTS = 5;
const PAUSE_MS = 50;
const ANSWERS_WITHIN_MS = 3_000;

class SecretRefused extends Error {
  override readonly name = 'SecretRefused';

  constructor(
    status: number,
    readonly type: string,
  ) {
    super(`Secrets Manager answered ${status} ${type}`);
    this.isTransient = status >= 500 || status === 429 || type === 'ThrottlingException';
  }

  readonly isTransient: boolean;
}

/**
 * Reads the value of a secret.
 *
 * @returns `undefined` when there is no secret, or it has no value at that stage
 */
async function getSecretValue(options: {
  arn: string;
  stage: (typeof STAGES)[KeyVersion];
  environment: Environment;
}): Promise<string | undefined> {
  const { arn, stage, environment } = options;
  const [, , , region = ''] = arn.split(':');
  const endpoint = environment.AWS_ENDPOINT_URL_SECRETS_MANAGER ?? environment.AWS_ENDPOINT_URL;
  const answer = await fetchSigned(
    {
      service: 'secretsmanager',
      region,
      method: 'POST',
      url: new URL(endpoint ?? `https://secretsmanager.${region}.${awsDomain(region)}/`),
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'secretsmanager.GetSecretValue',
      },
      body: JSON.stringify({ SecretId: arn, VersionStage: stage }),
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
    },
    { environment },
  );
  const text = await answer.text();
  if (answer.ok) return (JSON.parse(text) as { SecretString?: string }).SecretString;
  const type = /"__type"\s*:\s*"(?:[^"]*#)?([A-Za-z]+)/.exec(text)?.[1] ?? 'without a reason';
  if (type === 'ResourceNotFoundException') return undefined;
  throw new SecretRefused(answer.status, type);
}
