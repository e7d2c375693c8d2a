import { ERROR_DETAILS } from '../../../../lib/reference/error-details';
import { CUSTOM_FIELD_PROBLEMS } from '../../../../shared/audience/custom-fields/read-custom-fields';
import { CODE_OF, ERROR_CODES, type ErrorCode } from '../../../../shared/errors/error-codes';
import { messageOf } from '../../../../shared/errors/error-message';
import { invalidRequest, ServiceError } from '../../../../shared/errors/service-error';

const messageAt = (pointer: string, reason: string) => invalidRequest({ pointer, reason }).message;
const rows = (Object.keys(ERROR_CODES).map(Number) as ErrorCode[]).map(
  (
    code,
  ): [
    ErrorCode,
    { detailed?: string; causes?: Record<string, string>; mentions?: readonly string[]; message: string },
  ] => [code, ERROR_CODES[code]],
);

describe('the message of an invalid request', () => {
  it.each([
    ['/from', 'required', '/from is required'],
    ['/body', 'required without mediaUrl', '/body is required without mediaUrl'],
    ['/to', 'must be a string', '/to must be a string'],
    ['/colour', 'unknown property: remove it', '/colour is an unknown property: remove it'],
    ['?sort', 'unknown parameter: remove it', '?sort is an unknown parameter: remove it'],
    ['/audience/tags', 'not allowed beside retryOf', '/audience/tags is not allowed beside retryOf'],
    ['/recipients/3', 'is SMS', '/recipients/3 is SMS'],
    ['/sendingHours', 'never open', '/sendingHours never open'],
    ['/url', 'would be one more than 10', '/url would be one more than 10'],
    ['/tag', 'the group has no such tag', '/tag: the group has no such tag'],
    ['', 'must be an object', 'the body must be an object'],
  ])('says of %s %s: %s', (pointer, reason, sentence) => {
    expect(messageAt(pointer, reason)).toBe(`The request is invalid: ${sentence}.`);
  });

  it('has the first place, and how many more there are', () => {
    const error = invalidRequest(
      { pointer: '/from', reason: 'required' },
      { pointer: '/to', reason: 'required' },
      { pointer: '/body', reason: 'must be a string' },
    );
    expect(error.message).toBe('The request is invalid: /from is required (and 2 more).');
    expect(error.details).toEqual({
      errors: [
        { pointer: '/from', reason: 'required' },
        { pointer: '/to', reason: 'required' },
        { pointer: '/body', reason: 'must be a string' },
      ],
    });
  });

  it('shortens a name of more than 100 characters, and splits none', () => {
    const place = (text: string) =>
      /^The request is invalid: (.*) is required\.$/s.exec(messageAt(text, 'required'))?.[1];
    expect(place('/' + 'x'.repeat(99))).toBe('/' + 'x'.repeat(99));
    expect(place('/' + 'x'.repeat(100))).toBe('/' + 'x'.repeat(99) + '…');
    expect(place('/' + '😀'.repeat(60_000))).toBe('/' + '😀'.repeat(99) + '…');
  });
});

describe('the message of a code', () => {
  it('is the one of the cause that holds', () => {
    expect(new ServiceError('NotOptedIn', { cause: 'everyRecipient' }).message).toBe(
      'No recipient is opted in to a group of the account.',
    );
  });

  it('names what the details have', () => {
    expect(new ServiceError('InvalidState', { details: { status: 'sending' } }).message).toBe(
      'The state of the resource does not allow this: its status is sending.',
    );
    const details = { label: 'Größe', reason: 'invalid_date_format' };
    expect(new ServiceError('InvalidCustomField', { cause: 'invalid_date_format', details }).message).toBe(
      'Invalid custom field "Größe": the value is not written as YYYY-MM-DD.',
    );
  });

  it('names what the details do not have where the error says it', () => {
    const details = { label: 'Size', reason: 'unknown_option' };
    const options = { cause: 'unknown_option', details, mentions: { value: 'XXL' } } as const;
    const error = new ServiceError('InvalidCustomField', options);
    expect(error.message).toBe('Invalid custom field "Size": "XXL" is not one of its options.');
    expect(error.details).toEqual(details);
  });

  it('is that of the code where neither is known', () => {
    expect(new ServiceError('GroupNotFound').message).toBe('Group not found.');
    expect(messageOf(33111, {})).toBe('The state of the resource does not allow this.');
  });

  it('takes a label as it is', () => {
    const details = { label: '{status} $& $1', reason: 'unknown_label' };
    expect(new ServiceError('InvalidCustomField', { cause: 'unknown_label', details }).message).toBe(
      'Invalid custom field "{status} $& $1": there is no field with this label.',
    );
  });
});

describe('the table of codes', () => {
  it('has a sentence for each cause, no two alike', () => {
    for (const [code, { detailed, causes = {} }] of rows) {
      const sentences = [...Object.values(causes), ...(detailed ? [detailed] : [])];
      expect([code, sentences.filter((text) => !/^[A-Z].*\.$/s.test(text))]).toEqual([code, []]);
      expect([code, new Set(sentences).size]).toEqual([code, sentences.length]);
    }
  });

  it('names nothing that neither the details nor the error itself have', () => {
    const unknown = rows.flatMap(([code, { detailed = '', causes = {}, mentions = [] }]) => {
      const schema = JSON.stringify(ERROR_DETAILS[code]?.schema ?? {});
      const names = [detailed, ...Object.values(causes)].flatMap((text) =>
        [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
      );
      const isKnown = (name = '') => mentions.includes(name) || schema.includes(`"${name}":`);
      return names.filter((name) => !isKnown(name)).map((name) => [code, name]);
    });
    expect(unknown).toEqual([]);
  });

  it('has a cause for each reason of a custom field', () => {
    const { causes } = ERROR_CODES[CODE_OF.InvalidCustomField as 33033];
    expect(Object.keys(causes)).toEqual([...CUSTOM_FIELD_PROBLEMS]);
  });
});
