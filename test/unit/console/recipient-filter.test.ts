import fc from 'fast-check';
import { readFilter, RECIPIENT_FILTERS } from '../../../console/src/recipients/recipient-filter';

const read = (query: string) => readFilter(new URLSearchParams(query));

describe('the filter of recipients in the address', () => {
  it.each([
    ['', {}],
    ['tab=recipients', {}],
    ['status=sent', { status: 'sent' }],
    ['status=', {}],
    ['status=skipped&reason=opted_out&tab=recipients', { status: 'skipped', reason: 'opted_out' }],
    ['deliveryStatus=failed', { deliveryStatus: 'failed' }],
    ['status=anything', { status: 'anything' }],
  ])('%j is %j', (query, filter) => {
    expect(read(query)).toEqual(filter);
  });

  it.each(RECIPIENT_FILTERS)('$label is chosen again after it was read', ({ value }) => {
    expect(new URLSearchParams({ ...read(value) }).toString()).toBe(value);
  });

  it('is the same after it was written and read again', () => {
    const text = fc.string({ minLength: 1, unit: 'grapheme' });
    const filter = fc.record({ status: text, deliveryStatus: text, reason: text }, { requiredKeys: [] });
    fc.assert(
      fc.property(filter, (parts) => {
        expect(read(new URLSearchParams(parts as Record<string, string>).toString())).toEqual(parts);
      }),
    );
  });
});
