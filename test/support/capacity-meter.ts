import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { Table } from '../../shared/platform/table';

/** Capacity units as DynamoDB bills them. */
export interface Units {
  read: number;
  write: number;
}

type Send = (command: { input: object }) => Promise<{ ConsumedCapacity?: Capacity | Capacity[] }>;
interface Capacity {
  CapacityUnits?: number;
}

const READS = new Set(['GetCommand', 'BatchGetCommand', 'QueryCommand']);

/** A table that adds up what its calls consume. */
export function meteredTable(
  client: DynamoDBClient,
  tableName: string,
): { table: Table; units: Units; byCommand: Map<string, number> } {
  const documentClient = DynamoDBDocumentClient.from(client, {
    marshallOptions: { removeUndefinedValues: true },
  });
  const units: Units = { read: 0, write: 0 };
  const byCommand = new Map<string, number>();
  const send = documentClient.send.bind(documentClient) as unknown as Send;
  documentClient.send = (async (command: { input: object }) => {
    Object.assign(command.input, { ReturnConsumedCapacity: 'TOTAL' });
    const answer = await send(command);
    const { name } = command.constructor;
    if (answer.ConsumedCapacity === undefined) throw new Error(`${name} reports no capacity`);
    const consumed = [answer.ConsumedCapacity].flat().reduce((sum, one) => sum + (one.CapacityUnits ?? 0), 0);
    units[READS.has(name) ? 'read' : 'write'] += consumed;
    byCommand.set(name, (byCommand.get(name) ?? 0) + consumed);
    return answer;
  }) as DynamoDBDocumentClient['send'];
  return { table: new Table(documentClient, tableName), units, byCommand };
}
