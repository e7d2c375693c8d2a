import { AWS, type FigureName } from './aws-figures';

/** Figures of AWS in one run of the simulation. */
export type Limits = Record<FigureName, number> & {
  /** Divisor of everything that a load shares, including the service's own settings. */
  scale: number;
};

/** Rates and concurrencies. A load that is scaled down must be compared with limits that are scaled down alike. */
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

/** @param options.scale 1 for AWS itself; 10 for a tenth of everything that a load shares */
export function limitsOf(options: { scale: number; changes?: Partial<Limits> }): Limits {
  const limits = Object.fromEntries(Object.entries(AWS).map(([name, { value }]) => [name, value])) as Limits;
  Object.assign(limits, options.changes, { scale: options.scale });
  for (const name of SCALED) limits[name] = Math.max(1, limits[name] / options.scale);
  return limits;
}
