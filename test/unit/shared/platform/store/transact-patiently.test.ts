import type { Table } from '../../../../../shared/platform/store/table';
import type { TransactResult } from '../../../../../shared/platform/store/write-outcome';
import { transactPatiently } from '../../../../../shared/platform/store/transact-patiently';

const committed: TransactResult = { committed: true };
const lost: TransactResult = {
  committed: false,
  failed: [{ index: 0, reason: 'conflict', found: undefined }],
};
const refused: TransactResult = {
  committed: false,
  failed: [
    { index: 0, reason: 'conflict', found: undefined },
    { index: 1, reason: 'conditionFailed', found: undefined },
  ],
};

/** Answers with each result in turn, the last one for ever. */
function tableThatAnswers(...results: TransactResult[]) {
  const sent: unknown[] = [];
  const transact = async (actions: unknown) => {
    sent.push(actions);
    return results[Math.min(sent.length, results.length) - 1];
  };
  return { table: { transact } as unknown as Table, sent };
}

const ACTIONS = [{ Delete: { Key: { pk: 'a', sk: 'b' } } }];

describe('a patient transaction', () => {
  it('is sent once when it commits', async () => {
    const { table, sent } = tableThatAnswers(committed);

    expect(await transactPatiently(table, ACTIONS)).toEqual(committed);
    expect(sent).toEqual([ACTIONS]);
  });

  it('is sent again after losing to another', async () => {
    const { table, sent } = tableThatAnswers(lost, lost, committed);

    expect(await transactPatiently(table, ACTIONS)).toEqual(committed);
    expect(sent).toEqual([ACTIONS, ACTIONS, ACTIONS]);
  });

  it('is not sent again once a condition did not hold', async () => {
    const { table, sent } = tableThatAnswers(refused);

    expect(await transactPatiently(table, ACTIONS)).toEqual(refused);
    expect(sent).toEqual([ACTIONS]);
  });

  it('gives up after twenty rounds', async () => {
    const { table, sent } = tableThatAnswers(lost);

    await expect(transactPatiently(table, ACTIONS)).rejects.toThrow('A transaction kept losing to others');
    expect(sent).toHaveLength(20);
  });
});
