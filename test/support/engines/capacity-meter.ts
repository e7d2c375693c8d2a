import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { TableClient } from '../../../shared/platform/store/client/table-client';

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

/** Adds up the units that an action consumes, through one client or, given the prototype, through all. */
export async function countUnits<T>(
  client: Pick<DynamoDBDocumentClient, 'send'>,
  act: () => Promise<T>,
): Promise<{ units: Units; byCommand: Map<string, number>; result: T }> {
  const units: Units = { read: 0, write: 0 };
  const byCommand = new Map<string, number>();
  const original = client.send as unknown as Send;
  client.send = async function (this: unknown, command: { input: object }) {
    Object.assign(command.input, { ReturnConsumedCapacity: 'TOTAL' });
    const answer = await original.call(this, command);
    const { name } = command.constructor;
    if (answer.ConsumedCapacity === undefined) throw new Error(`${name} reports no capacity`);
    const consumed = [answer.ConsumedCapacity].flat().reduce((sum, one) => sum + (one.CapacityUnits ?? 0), 0);
    units[READS.has(name) ? 'read' : 'write'] += consumed;
    byCommand.set(name, (byCommand.get(name) ?? 0) + consumed);
    return answer;
  } as DynamoDBDocumentClient['send'];
  try {
    const result = await act();
    return { units, byCommand, result };
  } finally {
    client.send = original;
  }
}

/** Like `countUnits`, for the SDK's document clients and the table's own client. */
export async function countAllUnits<T>(act: () => Promise<T>): Promise<{ units: Units; result: T }> {
  const inner = TableClient.prototype as unknown as Pick<DynamoDBDocumentClient, 'send'>;
  const bySdk = await countUnits(DynamoDBDocumentClient.prototype, async () => countUnits(inner, act));
  const { units, result } = bySdk.result;
  return {
    units: { read: bySdk.units.read + units.read, write: bySdk.units.write + units.write },
    result,
  };
}
