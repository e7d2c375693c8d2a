/** The AWS region that the environment names, under the SDK's name or the one that the AWS CLI has. */
export function readRegion(environment: NodeJS.ProcessEnv): string | undefined {
  return [environment.AWS_REGION, environment.AWS_DEFAULT_REGION].find((region) => region);
}
