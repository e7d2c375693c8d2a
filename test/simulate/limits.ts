import { type Place, streamShardsOf, type Throughput, throughputOf } from '../../lib/stack/size';
import { CONTACT_INDEX, DUE_INDEX, MESSAGE_INDEX, TEXT_INDEX } from '../../shared/platform/store/keys';
import { AWS, type FigureName } from './aws-figures';

type Figures = Record<FigureName, number>;

/** Figures of AWS in one run of the simulation. */
export type Limits = Figures & {
  /** Divisor of everything that a load shares, including the service's own settings. */
  scale: number;
  /** Throughput of the table and of each index, before they grow. */
  throughput: Record<Place, Throughput>;
};

const NEW_INDEX: Throughput = {
  readUnitsPerSecond: AWS.indexReadsPerSecond.value,
  writeUnitsPerSecond: AWS.indexWritesPerSecond.value,
};
/** Throughput of a new table. */
const NEW: Record<Place, Throughput> = {
  table: {
    readUnitsPerSecond: AWS.tableReadsPerSecond.value,
    writeUnitsPerSecond: AWS.tableWritesPerSecond.value,
  },
  [DUE_INDEX]: NEW_INDEX,
  [CONTACT_INDEX]: NEW_INDEX,
  [TEXT_INDEX]: NEW_INDEX,
  [MESSAGE_INDEX]: NEW_INDEX,
};

/** Rates and concurrencies. A load that is scaled down must be compared with limits that are scaled down alike. */
const SCALED = [
  'partitionWritesPerSecond',
  'partitionReadsPerSecond',
  'lambdaConcurrency',
  'sqsPollersAtFirst',
  'sqsPollersMorePerMinute',
  'apiRoutePerSecond',
  'apiBurst',
] as const satisfies FigureName[];

/**
 * @param options.scale 1 for AWS itself; 10 for a tenth of everything that a load shares
 * @param options.tableUnitsPerSecond setting of the stage for which the table is warm; absent: a new table
 */
export function limitsOf(options: {
  scale: number;
  tableUnitsPerSecond?: number | undefined;
  changes?: Partial<Limits> | undefined;
}): Limits {
  const { scale, tableUnitsPerSecond: units } = options;
  const limits: Limits = {
    ...(Object.fromEntries(Object.entries(AWS).map(([name, { value }]) => [name, value])) as Figures),
    throughput: units === undefined ? NEW : throughputOf(units),
    ...(units !== undefined && { streamShards: streamShardsOf(units) }),
    ...options.changes,
    scale,
  };
  for (const name of SCALED) limits[name] = Math.max(1, limits[name] / scale);
  limits.throughput = {
    table: scaled(limits.throughput.table, scale),
    [DUE_INDEX]: scaled(limits.throughput[DUE_INDEX], scale),
    [CONTACT_INDEX]: scaled(limits.throughput[CONTACT_INDEX], scale),
    [TEXT_INDEX]: scaled(limits.throughput[TEXT_INDEX], scale),
    [MESSAGE_INDEX]: scaled(limits.throughput[MESSAGE_INDEX], scale),
  };
  return limits;
}

const scaled = ({ readUnitsPerSecond, writeUnitsPerSecond }: Throughput, scale: number): Throughput => ({
  readUnitsPerSecond: Math.max(1, readUnitsPerSecond / scale),
  writeUnitsPerSecond: Math.max(1, writeUnitsPerSecond / scale),
});
