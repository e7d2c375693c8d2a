import { AWS, type FigureName } from './aws-figures';

/** The figures of AWS as one run of the simulation takes them. */
export type Limits = Record<FigureName, number> & {
  /** What everything that a load shares is divided by, the service's own settings included. */
  scale: number;
};

/** Rates and numbers of things at once. A load that is scaled down has to be held against these scaled down alike. */
const SCALED = [
  'partitionWritesPerSecond',
  'partitionReadsPerSecond',
  'tableWritesPerSecond',
  'tableReadsPerSecond',
  'lambdaConcurrency',
  'sqsPollersAtFirst',
  'sqsPollersMorePerMinute',
  'apiRoutePerSecond',
  'apiBurst',
] as const satisfies FigureName[];

/** @param options.scale 1 for AWS as it is; 10 for a tenth of everything that a load shares */
export function limitsOf(options: { scale: number; changes?: Partial<Limits> }): Limits {
  const limits = Object.fromEntries(Object.entries(AWS).map(([name, { value }]) => [name, value])) as Limits;
  Object.assign(limits, options.changes, { scale: options.scale });
  for (const name of SCALED) limits[name] = Math.max(1, limits[name] / options.scale);
  return limits;
}
