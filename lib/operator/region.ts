/** Returns the AWS region in the environment, under the SDK's name or that of the AWS CLI. */
export function readRegion(environment: NodeJS.ProcessEnv): string | undefined {
  return [environment.AWS_REGION, environment.AWS_DEFAULT_REGION].find((region) => region);
}
