import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { commit, commitOrUpdate, UnexpectedRefusalError } from '../../../../../shared/platform/store/commit';
import { StoreBusyError } from '../../../../../shared/platform/store/retry-on-conflict';
import { Table, type TransactItem } from '../../../../../shared/platform/store/table';
import { countUnits } from '../../../../support/engines/capacity-meter';
import { useEngine } from '../../../../support/engines/engine';

const engine = useEngine({ usesSdk: true });

const key = (id: string) => ({ pk: `COMMIT#${id}`, sk: 'ITEM' });
const putOnce = (id: string, attributes = {}): TransactItem => ({
  Put: { Item: { ...key(id), ...attributes }, ConditionExpression: 'attribute_not_exists(pk)' },
});

describe('commit', () => {
  it('writes all parts', async () => {
    const result = await commit(engine.table, [{ write: putOnce('all-1') }, { write: putOnce('all-2') }]);
    expect(result).toEqual({ committed: true });
    expect(await engine.table.batchGet([key('all-1'), key('all-2')])).toEqual([key('all-1'), key('all-2')]);
  });

  it('answers with the name of the refusal and the item that was in the way, and writes nothing', async () => {
    await engine.table.put({ Item: { ...key('taken'), owner: 'first' } });
    const result = await commit(engine.table, [
      { write: putOnce('beside') },
      { write: putOnce('taken'), onFail: 'alreadyTaken' },
    ]);
    expect(result).toEqual({
      committed: false,
      refusal: 'alreadyTaken',
      found: { ...key('taken'), owner: 'first' },
    });
    expect(await engine.table.get(key('beside'))).toBeUndefined();
  });

  it('answers with the first of several refusals in the order of the parts', async () => {
    await engine.table.batchPut([key('order-1'), key('order-2')]);
    const result = await commit(engine.table, [
      { write: putOnce('order-1'), onFail: 'first' },
      { write: putOnce('order-2'), onFail: 'second' },
    ]);
    expect(result).toEqual({ committed: false, refusal: 'first', found: key('order-1') });
  });

  it('throws when a condition without a name does not hold, without telling the key', async () => {
    await engine.table.batchPut([key('+12065550123')]);
    const writing = commit(engine.table, [{ write: putOnce('+12065550123') }]);
    await expect(writing).rejects.toBeInstanceOf(UnexpectedRefusalError);
    await expect(writing).rejects.toThrow('The condition of Put ITEM did not hold');
  });

  it('commits the rest where a part may be omitted', async () => {
    await engine.table.batchPut([key('omitted')]);
    const result = await commit(engine.table, [
      { write: putOnce('rest') },
      { write: putOnce('omitted', { changed: true }), isOmittedOnFail: true },
    ]);
    expect(result).toEqual({ committed: true });
    expect(await engine.table.batchGet([key('rest'), key('omitted')])).toEqual([key('rest'), key('omitted')]);
  });

  it('answers with a refusal rather than omit a part', async () => {
    await engine.table.batchPut([key('both-1'), key('both-2')]);
    const result = await commit(engine.table, [
      { write: putOnce('both-1'), isOmittedOnFail: true },
      { write: putOnce('both-2'), onFail: 'taken' },
    ]);
    expect(result).toEqual({ committed: false, refusal: 'taken', found: key('both-2') });
  });
});

describe('an update alone', () => {
  const bump = (name: string): { write: TransactItem; onFail: 'moved' } => ({
    write: {
      Update: {
        Key: key(name),
        UpdateExpression: 'SET n = :two',
        ConditionExpression: 'n = :one',
        ExpressionAttributeValues: { ':one': 1, ':two': 2 },
      },
    },
    onFail: 'moved',
  });

  it('takes half the units of a transaction, and answers as one', async () => {
    await engine.table.batchPut([{ ...key('alone'), n: 1 }]);
    const { units, result } = await countUnits(engine.documents, () =>
      commitOrUpdate(engine.table, [bump('alone')]),
    );
    expect({ result, writes: units.write }).toEqual({ result: { committed: true }, writes: 1 });
    expect(await commitOrUpdate(engine.table, [bump('alone')])).toEqual({
      committed: false,
      refusal: 'moved',
      found: { ...key('alone'), n: 2 },
    });
  });

  it('is a transaction as soon as there is another write', async () => {
    await engine.table.batchPut([{ ...key('two'), n: 2 }]);
    const parts = [bump('two'), { write: putOnce('beside') }];
    expect(await commitOrUpdate(engine.table, parts)).toMatchObject({ committed: false, refusal: 'moved' });
    expect(await engine.table.get(key('beside'))).toBeUndefined();
  });
});

describe('commit beside transactions of others', () => {
  /** Returns a table whose first `conflicts` transactions fail as in DynamoDB while another one holds the item. */
  function contestedTable(conflicts: number) {
    let sent = 0;
    const send = async () => {
      sent += 1;
      if (sent > conflicts) return {};
      throw new TransactionCanceledException({
        message: 'conflict',
        $metadata: {},
        CancellationReasons: [{ Code: 'TransactionConflict' }],
      });
    };
    const waits = { pause: async () => undefined, random: () => 1 };
    const table = new Table({ send }, 'Table', waits);
    return { table, sent: () => sent };
  }

  it('sends the same transaction again until they are over', async () => {
    const { table, sent } = contestedTable(5);
    expect(await commit(table, [{ write: putOnce('a') }])).toEqual({ committed: true });
    expect(sent()).toBe(6);
  });

  it('gives up with the error of a busy store', async () => {
    const { table } = contestedTable(Infinity);
    await expect(commit(table, [{ write: putOnce('a') }])).rejects.toBeInstanceOf(StoreBusyError);
  });
});
