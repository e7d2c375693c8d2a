import fc from 'fast-check';
import { findStructureProblem } from '../../../../shared/http/internal/json-structure';

const problemOf = (text: string) => findStructureProblem(Buffer.from(text));
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

describe('how deep a body may be nested', () => {
  it.each([
    ['31 lists', nested(31), undefined],
    ['32 lists', nested(32), undefined],
    ['33 lists', nested(33), 'tooDeep'],
    ['32 objects', '{"a":'.repeat(32) + '1' + '}'.repeat(32), undefined],
    ['33 objects', '{"a":'.repeat(33) + '1' + '}'.repeat(33), 'tooDeep'],
    ['lists that never end', '['.repeat(33), 'tooDeep'],
    ['many lists beside each other', `[${'[[]],'.repeat(1_000)}1]`, undefined],
  ])('is told of %s', (_, text, problem) => {
    expect(problemOf(text)).toBe(problem);
  });

  it('does not count brackets in texts', () => {
    expect(problemOf(JSON.stringify({ body: '['.repeat(1_000) }))).toBeUndefined();
    expect(
      problemOf(JSON.stringify({ [`\\"${'{'.repeat(1_000)}`]: `"\\${'['.repeat(1_000)}` })),
    ).toBeUndefined();
  });

  it('counts brackets behind a text that ends in a backslash', () => {
    expect(problemOf(`["\\\\",${nested(32)}]`)).toBe('tooDeep');
  });

  it('takes a text that never ends as one', () => {
    expect(problemOf(`"${nested(33)}`)).toBeUndefined();
    expect(problemOf('"\\')).toBeUndefined();
  });

  it('is the depth that a parser finds', () => {
    const layer = fc.constantFrom('list', 'object', 'second in a list');
    const value = fc
      .tuple(fc.jsonValue({ maxDepth: 2 }), fc.array(layer, { minLength: 25, maxLength: 40 }))
      .map(([inner, layers]) => layers.reduce<unknown>(wrap, inner));
    fc.assert(
      fc.property(value, (found) => {
        expect(problemOf(JSON.stringify(found)) === 'tooDeep').toBe(depthOf(found) > 32);
      }),
    );
  });
});

function wrap(inner: unknown, layer: 'list' | 'object' | 'second in a list'): unknown {
  switch (layer) {
    case 'list':
      return [inner];
    case 'object':
      return { 'a "key" with [brackets\\': inner };
    case 'second in a list':
      return [{ text: ']}' }, inner];
  }
}

describe('how many values a body may have', () => {
  const numbers = (count: number) => `[${Array.from({ length: count }, () => '1').join()}]`;

  // The limit counts the list, and the values after its commas.
  it('is 250,000', () => {
    expect(problemOf(numbers(249_999))).toBeUndefined();
    expect(problemOf(numbers(250_000))).toBe('tooManyValues');
  });

  it('is more than the largest broadcast has', () => {
    const recipient = { to: '+12065550100', idempotencyKey: 'k'.repeat(100) };
    const recipients = Array.from({ length: 50_000 }, () => recipient);
    expect(problemOf(JSON.stringify({ from: '+12065550100', body: 'x', recipients }))).toBeUndefined();
  });

  it('counts no commas in texts', () => {
    expect(problemOf(JSON.stringify({ body: ','.repeat(600_000) }))).toBeUndefined();
  });
});

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
