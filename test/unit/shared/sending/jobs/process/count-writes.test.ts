import { countsExpression } from '../../../../../../shared/sending/jobs/process/count-writes';

const MOVED = { sent: 1, failed: -1, skipped: 0, unknown: -1 };
const MOVES =
  '#counts.#sent = #counts.#sent + :sentMoved, #counts.#failed = #counts.#failed + :failedMoved, ' +
  '#counts.#skipped = #counts.#skipped + :skippedMoved, #counts.#unknown = #counts.#unknown + :unknownMoved';
const NAMES = {
  '#counts': 'counts',
  '#sent': 'sent',
  '#failed': 'failed',
  '#skipped': 'skipped',
  '#unknown': 'unknown',
};
const VALUES = { ':sentMoved': 1, ':failedMoved': -1, ':skippedMoved': 0, ':unknownMoved': -1 };

describe('an update that moves the counts of a job', () => {
  it('adds to each of them', () => {
    expect(countsExpression(MOVED)).toEqual({
      UpdateExpression: `SET ${MOVES}`,
      ExpressionAttributeNames: NAMES,
      ExpressionAttributeValues: VALUES,
    });
  });

  it('sets and removes besides', () => {
    expect(
      countsExpression(
        MOVED,
        { set: { chunksDone: 2 }, remove: ['gsi1pk'] },
        { names: { '#status': 'status' }, values: { ':before': 1 } },
      ),
    ).toEqual({
      UpdateExpression: `SET ${MOVES}, #chunksDone = :chunksDone REMOVE #gsi1pk`,
      ExpressionAttributeNames: {
        ...NAMES,
        '#status': 'status',
        '#chunksDone': 'chunksDone',
        '#gsi1pk': 'gsi1pk',
      },
      ExpressionAttributeValues: { ...VALUES, ':before': 1, ':chunksDone': 2 },
    });
  });

  it('removes besides without setting anything', () => {
    expect(countsExpression(MOVED, { remove: ['gsi1pk'] }).UpdateExpression).toBe(
      `SET ${MOVES} REMOVE #gsi1pk`,
    );
  });
});
