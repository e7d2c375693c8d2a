import type { RequestLimits } from '../../../aws/internal/request-limits';
import { Table } from '../../table';
import { TableClient } from '../table-client';

/** Creates the table for functions; region, credentials and (locally) the endpoint come from the environment. */
export function createServiceTable(tableName: string, limits: Partial<RequestLimits> = {}): Table {
  return new Table(new TableClient(limits), tableName);
}
