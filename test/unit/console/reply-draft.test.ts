import { EMPTY_REPLY, tryOf } from '../../../console/src/conversation/reply-draft';

describe('the idempotency key of an answer', () => {
  it('stays with its text', () => {
    const first = tryOf({ ...EMPTY_REPLY, body: 'Yes' }, 'one');
    expect(first).toEqual({ body: 'Yes', tried: 'Yes', key: 'one' });
    expect(tryOf(first, 'two')).toEqual(first);
  });

  it('is another for a changed text', () => {
    const first = tryOf({ ...EMPTY_REPLY, body: 'Yes' }, 'one');
    expect(tryOf({ ...first, body: 'No' }, 'two')).toEqual({ body: 'No', tried: 'No', key: 'two' });
  });
});
