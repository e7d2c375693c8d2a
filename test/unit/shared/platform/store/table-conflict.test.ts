import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { StoreBusyError } from '../../../../../shared/platform/store/retry-on-conflict';
import { Table } from '../../../../../shared/platform/store/table';

const KEY = { pk: 'CONTACT#a#+12125550123', sk: 'CONTACT' };

/** Returns a table whose first `conflicts` requests fail as in DynamoDB during a transaction on the item. */
function tableInConflict(conflicts: number) {
  let requests = 0;
  const send = async () => {
    requests += 1;
    if (requests <= conflicts) throw new TransactionConflictException({ message: 'conflict', $metadata: {} });
    return { Attributes: { ...KEY, version: 2 } };
  };
  const table = new Table({ send }, 'Table', {
    pause: async () => undefined,
    random: () => 0,
  });
  return { table, requests: () => requests };
}

describe('a write that meets a transaction under way on its item', () => {
  it('is tried again', async () => {
    const { table, requests } = tableInConflict(2);
    const result = await table.update({ Key: KEY, UpdateExpression: 'ADD version :one' });
    expect([result, requests()]).toEqual([{ written: true, item: { ...KEY, version: 2 } }, 3]);
  });

  it('is given up after twenty tries, with an error that says so', async () => {
    const { table, requests } = tableInConflict(Infinity);
    await expect(table.put({ Item: KEY })).rejects.toBeInstanceOf(StoreBusyError);
    expect(requests()).toBe(20);
  });
});
