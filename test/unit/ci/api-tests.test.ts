import { readdirSync, readFileSync } from 'node:fs';

const wordsOf = (file: string, list: RegExp) =>
  (list.exec(readFileSync(file, 'utf8'))?.[1] ?? '').split(/[\s',]+/).filter((word) => word !== '');

describe('the tests of the API', () => {
  it('each run on the embedded engine or on DynamoDB Local in `.ci/run`', () => {
    const notEmbedded = wordsOf('.ci/run', /^BELOW=\(([^)]*)\)/m);
    const notOnDynamoDbLocal = wordsOf(
      'bin/test-dynamodb-local.ts',
      /^const WITHOUT_STORAGE = \[([^\]]*)\]/m,
    );
    expect([notEmbedded.length, notOnDynamoDbLocal.length].every((length) => length > 5)).toBe(true);
    const files = readdirSync('test/api').filter((file) => file.endsWith('.test.ts'));
    expect(
      files.filter(
        (file) =>
          notEmbedded.some((word) => file.startsWith(word)) &&
          notOnDynamoDbLocal.some((name) => file === `${name}.test.ts`),
      ),
    ).toEqual([]);
  });
});
