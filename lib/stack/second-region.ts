import type { Stage } from './stage';

/** Returns the same ARN in another region: replicas of a secret differ in nothing else. */
export function inRegion(arn: string, region: string): string {
  const [prefix, partition, service, , ...rest] = arn.split(':');
  return [prefix, partition, service, region, ...rest].join(':');
}

/**
 * Returns the stage as it is in its second region, on the replica of the table.
 *
 * @returns `undefined` for a stage with one region, and while its file does not name what the first deployment has made
 */
export function secondRegionOf(stage: Stage): Stage | undefined {
  const { secondRegion, domain, linkDomains, issuer } = stage;
  if (!secondRegion?.made) return undefined;
  const { region, made, certificates } = secondRegion;
  const here = <Domain extends { name: string; certificateArn: string }>(one: Domain): Domain => ({
    ...one,
    certificateArn: certificates[one.name] ?? one.certificateArn,
  });
  return {
    ...stage,
    region: { side: 'second', name: region, settings: secondRegion },
    adoptedTable: { name: made.tableName, streamArn: made.tableStreamArn, keepsFormer: false },
    ...(domain && { domain: here(domain) }),
    linkDomains: linkDomains.map(here),
    // CloudFront takes a domain for one distribution alone, whose origin is in the first region: here the API answers.
    edgeDomains: [],
    ...(issuer?.clientSecretArn !== undefined && {
      issuer: { ...issuer, clientSecretArn: inRegion(issuer.clientSecretArn, region) },
    }),
    // Neither is of use while the region waits.
    canary: false,
    warmSingleSends: undefined,
  };
}
