/** Returns the domain of AWS's endpoints in a region. */
export const awsDomain = (region: string): string =>
  region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
