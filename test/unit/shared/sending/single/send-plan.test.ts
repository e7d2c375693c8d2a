import { keysOfPlan, planSend } from '../../../../../shared/sending/single/send-plan';

const REQUEST = { to: '+12125550123', from: '+12065550100', body: 'Hello' };

describe('what a single send has to read', () => {
  it('is sender, contact and custom fields', () => {
    expect(keysOfPlan('acc_1', planSend(REQUEST))).toEqual({
      number: { pk: 'ACCOUNT#acc_1', sk: 'NUMBER#+12065550100' },
      contact: { pk: 'CONTACT#acc_1#+12125550123', sk: 'CONTACT' },
      schema: { pk: 'ACCOUNT#acc_1', sk: 'SCHEMA' },
    });
  });

  it('is the key too, and the account’s links', () => {
    const body = 'See {{trackingLink "go.example.com/a"}} or {{trackingLink "not a link"}}';
    expect(keysOfPlan('acc_1', planSend({ ...REQUEST, body, idempotencyKey: 'order:1' }))).toEqual({
      idempotency: {
        pk: 'IDEMPOTENCY#acc_1#message#lhVGIQPa2SKdRh7FvGi8t04h33hnZO2tlTW2r4dXV8o',
        sk: 'IDEMPOTENCY',
      },
      number: { pk: 'ACCOUNT#acc_1', sk: 'NUMBER#+12065550100' },
      contact: { pk: 'CONTACT#acc_1#+12125550123', sk: 'CONTACT' },
      schema: { pk: 'ACCOUNT#acc_1', sk: 'SCHEMA' },
      'link go.example.com/a': { pk: 'ACCOUNT#acc_1', sk: 'LINK#go.example.com/a' },
    });
  });

  it('is the key alone when a number is none', () => {
    expect(keysOfPlan('acc_1', planSend({ ...REQUEST, to: '12', idempotencyKey: 'order:1' }))).toEqual({
      idempotency: {
        pk: 'IDEMPOTENCY#acc_1#message#lhVGIQPa2SKdRh7FvGi8t04h33hnZO2tlTW2r4dXV8o',
        sk: 'IDEMPOTENCY',
      },
    });
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'text'],
    ['a list', []],
    ['fields of other types', { to: 1, from: {}, body: [], idempotencyKey: true }],
    ['a body beyond the limit', { body: '{{trackingLink "a.b/c"}}'.repeat(60) }],
  ])('is nothing for %s', (_title, body) => {
    expect(planSend(body)).toEqual({ to: undefined, from: undefined, key: undefined, links: [] });
  });
});

describe('the key of a request (rules 8.3)', () => {
  const keyOf = (idempotencyKey: string) => planSend({ idempotencyKey }).key;

  it.each([
    ['2 characters', 'ab'],
    ['100 characters', 'k'.repeat(100)],
    ['every allowed kind of character', 'Az09:@-_)('],
  ])('may have %s', (_title, key) => {
    expect(keyOf(key)).toBe(key);
  });

  it.each([
    ['1 character', 'a'],
    ['101 characters', 'k'.repeat(101)],
    ['a space', 'a b'],
    ['a letter beyond A to Z', 'clé'],
    ['a line feed at its end', 'ab\n'],
    ['a hash', 'a#b'],
  ])('may not have %s', (_title, key) => {
    expect(keyOf(key)).toBeUndefined();
  });
});
