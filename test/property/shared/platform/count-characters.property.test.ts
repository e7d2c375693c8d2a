import ucs2lengthModule from 'ajv/dist/runtime/ucs2length.js';
import fc from 'fast-check';
import { countCharacters } from '../../../../shared/platform/validation/internal/count-characters';

// A CommonJS module whose default export arrives wrapped or bare, depending on the loader.
const ucs2length =
  (ucs2lengthModule as unknown as { default?: typeof ucs2lengthModule }).default ?? ucs2lengthModule;

const unit = fc.oneof(
  fc.constantFrom('a', 'é', '日', '😀', '\ud83d', '\ude00', '\u0000', '\uffff', '\u{10ffff}'),
  fc.string({ unit: 'binary', maxLength: 2 }),
);

describe('countCharacters', () => {
  it('counts as ajv does, surrogates that stand alone too', () => {
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 20 }), (units) => {
        const text = units.join('');
        expect(countCharacters(text)).toBe(ucs2length(text));
      }),
      { numRuns: 2000 },
    );
  });
});
