import type { NeededQuotas } from '../../shared/platform/provider/eum/doctor/needed-quotas';
import { NEW_THROUGHPUT, SIZES, throughputOf } from './size';
import type { Stage } from './stage';

/** Events in a call of `PutEvents`. */
const EVENTS_OF_A_CALL = 10;

/** Returns the quotas that the AWS account must have for the load that a stage is made for. */
export function neededQuotasOf({ size, requestsPerSecond, tableUnitsPerSecond }: Stage): NeededQuotas {
  // The table has the most units: its indexes have a part of them.
  const table = tableUnitsPerSecond === undefined ? NEW_THROUGHPUT : throughputOf(tableUnitsPerSecond).table;
  const { eventsPerSecond } = SIZES[size];
  return {
    tableReadUnits: table.readUnitsPerSecond,
    tableWriteUnits: table.writeUnitsPerSecond,
    requests: requestsPerSecond,
    eventCalls: eventsPerSecond / EVENTS_OF_A_CALL,
    events: eventsPerSecond,
  };
}
