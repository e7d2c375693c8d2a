import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { number, object, optional, string } from 'valibot';

import { deriveSealingKey, getSealingKey } from '../../../../shared/platform/secrets/sealing-key';
import { fromWireText, toWireText, withPlainItems } from '../../../../shared/platform/store/client/wire-form';
import { defineItem, StoredItemError } from '../../../../shared/platform/store/define-item';
import { filterExpression, type FilterTerm } from '../../../../shared/platform/store/filter-terms';
import {
  CONFLICT,
  retryOnConflict,
  StoreBusyError,
  type Waits,
} from '../../../../shared/platform/store/retry-on-conflict';
import { Table } from '../../../../shared/platform/store/table';

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

const isMember = (groupId: string): FilterTerm => ({ path: ['memberships', groupId], test: 'exists' });

describe('a filter of a query', () => {
  it('names attributes and values by placeholders, each attribute once', () => {
    const term: FilterTerm = { path: ['a', 'b'], test: 'contains', value: 'x' };
    expect(
      filterExpression([{ any: [isMember('b'), term] }, { not: { path: ['a'], test: '>=', value: '2' } }]),
    ).toEqual({
      FilterExpression: '((attribute_exists(#f0.#f1) OR contains(#f2.#f1, :f0)) AND (NOT #f2 >= :f1))',
      ExpressionAttributeNames: { '#f0': 'memberships', '#f1': 'b', '#f2': 'a' },
      ExpressionAttributeValues: { ':f0': 'x', ':f1': '2' },
    });
  });

  it('is absent without terms', () => {
    expect(filterExpression([])).toBeUndefined();
  });

  it('leaves out terms that are too long for DynamoDB, and keeps the others', () => {
    const groups = Array.from({ length: 200 }, (_, index) => isMember(`grp_${index}`));
    const first = isMember('grp_first');
    const last = isMember('grp_last');
    expect(filterExpression([first, { any: groups }, last])).toEqual(filterExpression([first, last]));
  });
});

/** Creates waits that end at once and are recorded; their random part is always the highest. */
function notedWaits(): Waits & { pausesMs: number[] } {
  const pausesMs: number[] = [];
  return { pausesMs, pause: async (ms) => pausesMs.push(ms), random: () => 1 };
}

describe('retryOnConflict', () => {
  it('answers with the first attempt that is no conflict, without a pause before it', async () => {
    const waits = notedWaits();
    await expect(retryOnConflict(waits, async (number) => `attempt ${number}`)).resolves.toBe('attempt 1');
    expect(waits.pausesMs).toEqual([]);
  });

  it('takes undefined and false for results', async () => {
    await expect(retryOnConflict(notedWaits(), async () => undefined)).resolves.toBeUndefined();
    await expect(retryOnConflict(notedWaits(), async () => false)).resolves.toBe(false);
  });

  it('pauses twice as long before each further attempt, up to the longest pause', async () => {
    const waits = notedWaits();
    const attempt = async (number: number) => (number < 8 ? CONFLICT : number);
    await expect(retryOnConflict(waits, attempt)).resolves.toBe(8);
    expect(waits.pausesMs).toEqual([25, 50, 100, 200, 400, 500, 500]);
  });

  it('spreads pauses over the whole time from zero', async () => {
    const waits = { ...notedWaits(), random: () => 0 };
    await retryOnConflict(waits, async (number) => (number < 3 ? CONFLICT : number));
    expect(waits.pausesMs).toEqual([0, 0]);
  });

  it('gives up with one typed error after the last attempt', async () => {
    let attempts = 0;
    const attempt = async () => {
      attempts += 1;
      return CONFLICT;
    };
    await expect(retryOnConflict(notedWaits(), attempt)).rejects.toBeInstanceOf(StoreBusyError);
    expect(attempts).toBe(20);
  });

  it('makes as many attempts as it is told', async () => {
    let attempts = 0;
    const attempt = async () => {
      attempts += 1;
      return CONFLICT;
    };
    await expect(retryOnConflict(notedWaits(), attempt, { attempts: 2 })).rejects.toThrow('after 2 attempts');
    expect(attempts).toBe(2);
  });

  it('does not repeat an attempt that throws', async () => {
    let attempts = 0;
    const attempt = async () => {
      attempts += 1;
      throw new Error('No table');
    };
    await expect(retryOnConflict(notedWaits(), attempt)).rejects.toThrow('No table');
    expect(attempts).toBe(1);
  });
});

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

const BYTES = Uint8Array.from([0, 1, 254, 255]);

describe('the wire form of an item with bytes', () => {
  it('has them in Base64', () => {
    expect(JSON.parse(toWireText({ Item: { pk: 'a', packed: BYTES } }))).toEqual({
      Item: { pk: { S: 'a' }, packed: { B: 'AAH+/w==' } },
    });
  });

  it.each([0, 1, 2])('is read whatever space stands between names and values: %s', (space) => {
    const text = JSON.stringify({ Item: { pk: { S: 'a' }, packed: { B: 'AAH+/w==' } } }, null, space);
    expect(withPlainItems(fromWireText(text.replaceAll('":"', '": "')))).toEqual({
      Item: { pk: 'a', packed: BYTES },
    });
  });
});

describe('the sealing key', () => {
  it('has 256 bits, the same for the same material only', () => {
    expect(deriveSealingKey('a')).toHaveLength(32);
    expect(deriveSealingKey('a')).toEqual(deriveSealingKey('a'));
    expect(deriveSealingKey('a')).not.toEqual(deriveSealingKey('b'));
  });

  it('says which variables are missing, and is looked for again at the next call', async () => {
    await expect(getSealingKey({})).rejects.toThrow('Neither WEBHOOK_KEY nor WEBHOOK_KEY_ARN is set');
    expect(await getSealingKey({ WEBHOOK_KEY: 'a' })).toEqual(deriveSealingKey('a'));
    // A process reads it only once.
    expect(await getSealingKey({ WEBHOOK_KEY: 'b' })).toEqual(deriveSealingKey('a'));
  });
});
