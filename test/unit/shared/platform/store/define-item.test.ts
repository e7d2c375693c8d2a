import { number, object, optional, string } from 'valibot';
import { defineItem, StoredItemError } from '../../../../../shared/platform/store/define-item';

const parcel = defineItem({
  entity: 'parcel',
  key: ({ id }: { id: string }) => ({ pk: `PARCEL#${id}`, sk: 'PARCEL' }),
  value: object({
    id: string(),
    weightGrams: number(),
    note: optional(string()),
    pieces: optional(number(), 1),
  }),
});

describe('defineItem', () => {
  it('makes the key from the address', () => {
    expect(parcel.key({ id: 'p1' })).toEqual({ pk: 'PARCEL#p1', sk: 'PARCEL' });
  });

  it('makes the whole item: key, entity and value', () => {
    const value = { id: 'p1', weightGrams: 20, note: undefined, pieces: 2 };
    expect(parcel.item(value, value)).toEqual({
      pk: 'PARCEL#p1',
      sk: 'PARCEL',
      entity: 'parcel',
      id: 'p1',
      weightGrams: 20,
      note: undefined,
      pieces: 2,
    });
  });

  it('reads the value without keys and attributes of others', () => {
    const item = {
      pk: 'PARCEL#p1',
      sk: 'PARCEL',
      gsi1pk: 'DUE#1',
      id: 'p1',
      weightGrams: 20,
      note: 'fragile',
      pieces: 3,
    };
    expect(parcel.read(item)).toEqual({ id: 'p1', weightGrams: 20, note: 'fragile', pieces: 3 });
  });

  it('reads the default of an attribute that the item lacks', () => {
    const item = { pk: 'PARCEL#p1', sk: 'PARCEL', id: 'p1', weightGrams: 20 };
    expect(parcel.read(item)).toEqual({ id: 'p1', weightGrams: 20, pieces: 1 });
  });

  it('names the attribute that is not as declared, and keeps its value to itself', () => {
    const item = { pk: 'PARCEL#p1', sk: 'PARCEL', id: 'p1', weightGrams: '+12065550123' };
    const read = () => parcel.read(item);
    expect(read).toThrow(StoredItemError);
    expect(read).toThrow('A stored parcel has an unexpected weightGrams: expected number');
  });

  it('reads nothing where there is no item', () => {
    expect(parcel.readIfAny(undefined)).toBeUndefined();
  });
});
