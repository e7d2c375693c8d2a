import { requestLimits } from './request-limits';

type Environment = Record<string, string | undefined>;

/**
 * The material of a key: in AWS what the secret holds whose ARN `<name>_ARN` gives; the local service gives its own in
 * the variable `name`.
 */
export async function readKeyMaterial(name: string, environment: Environment): Promise<string> {
  const material = environment[name];
  if (material) return material;
  const arn = environment[`${name}_ARN`];
  if (!arn) throw new Error(`Neither ${name} nor ${name}_ARN is set`);
  // Few functions need this client: it is not loaded before it is used.
  const { GetSecretValueCommand, SecretsManagerClient } = await import('@aws-sdk/client-secrets-manager');
  const client = new SecretsManagerClient({ maxAttempts: 5, requestHandler: requestLimits() });
  const answer = await client.send(new GetSecretValueCommand({ SecretId: arn }));
  if (!answer.SecretString) throw new Error(`The secret of ${name} has no value`);
  return answer.SecretString;
}
