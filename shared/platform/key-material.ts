import { requestLimits } from './request-limits';

type Environment = Record<string, string | undefined>;

/** `previous`: as it was before the last rotation. */
export type KeyVersion = 'current' | 'previous';

const STAGES = { current: 'AWSCURRENT', previous: 'AWSPREVIOUS' } as const;

/**
 * The material of a key: in AWS what the secret holds whose ARN `<name>_ARN` gives; the local service gives its own in
 * the variable `name`.
 */
export async function readKeyMaterial(name: string, environment: Environment): Promise<string> {
  const material = await readKeyVersion(name, environment, 'current');
  if (!material) throw new Error(`The secret of ${name} has no value`);
  return material;
}

/** @returns `undefined` for `previous` where the key was never rotated, as in the local service */
export async function readKeyVersion(
  name: string,
  environment: Environment,
  version: KeyVersion,
): Promise<string | undefined> {
  const material = environment[name];
  if (material) return version === 'current' ? material : undefined;
  const arn = environment[`${name}_ARN`];
  if (!arn) throw new Error(`Neither ${name} nor ${name}_ARN is set`);
  // Few functions need this client: it is not loaded before it is used.
  const { GetSecretValueCommand, ResourceNotFoundException, SecretsManagerClient } =
    await import('@aws-sdk/client-secrets-manager');
  const client = new SecretsManagerClient({ maxAttempts: 5, requestHandler: requestLimits() });
  try {
    const command = new GetSecretValueCommand({ SecretId: arn, VersionStage: STAGES[version] });
    return (await client.send(command)).SecretString;
  } catch (error) {
    if (version === 'previous' && error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}
