import { EMPTY_DRAFT, tryOf } from '../../../console/src/conversation/draft';

describe('the idempotency key of an answer or a note', () => {
  it('stays with its text', () => {
    const first = tryOf({ ...EMPTY_DRAFT, body: 'Yes' }, 'one');
    expect(first).toEqual({ body: 'Yes', tried: 'Yes', key: 'one' });
    expect(tryOf(first, 'two')).toEqual(first);
  });

  it('is another for a changed text', () => {
    const first = tryOf({ ...EMPTY_DRAFT, body: 'Yes' }, 'one');
    expect(tryOf({ ...first, body: 'No' }, 'two')).toEqual({ body: 'No', tried: 'No', key: 'two' });
  });
});
