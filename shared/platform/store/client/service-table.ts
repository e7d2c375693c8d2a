import type { RequestLimits } from '../../request-limits';
import { Table } from '../table';
import { TableClient } from './table-client';

/** The table as functions use it; region, credentials and (locally) the endpoint come from the environment. */
export function createServiceTable(tableName: string, limits: Partial<RequestLimits> = {}): Table {
  return new Table(new TableClient(limits), tableName);
}
