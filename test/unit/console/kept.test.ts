import { hasShapeOf } from '../../../console/src/kept/has-shape-of';

describe('what is kept in a tab', () => {
  const example = { draft: { name: '', days: [], storedAt: undefined }, step: 0 };

  it.each([
    { draft: { name: 'Sale', days: ['MON'] }, step: 2 },
    { draft: { name: '', days: [], storedAt: '2026-12-01', more: true }, step: 0 },
  ])('is taken in the form that the console has: %j', (value) => {
    expect(hasShapeOf(example, value)).toBe(true);
  });

  it.each([null, 'text', [], {}, { draft: {}, step: 0 }, { draft: { name: '', days: {} }, step: 0 }])(
    'is not taken in the form of another version: %j',
    (value) => {
      expect(hasShapeOf(example, value)).toBe(false);
    },
  );
});
