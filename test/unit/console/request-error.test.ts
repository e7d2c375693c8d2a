import { describeError, RequestError } from '../../../console/src/api/request-error';
import { fieldError } from '../../../console/src/app/field-error';

const answer = (status: number, headers: Record<string, string> = {}) =>
  new Response(null, { status, headers });
const invalid = (...errors: Array<{ pointer: string; reason: string }>) =>
  new RequestError({ code: 33100, message: 'The request is invalid.', details: { errors } }, answer(400));

describe('an error of the service', () => {
  it('has the content of its envelope', () => {
    const error = new RequestError(
      { code: 33111, message: 'Not now.', details: { status: 'sending' } },
      answer(409, { 'x-request-id': 'req_1', 'retry-after': '7' }),
    );
    const { name, status, code, message, details, requestId, retryAfterSeconds, fieldErrors } = error;
    expect({ name, status, code, message, details, requestId, retryAfterSeconds, fieldErrors }).toEqual({
      name: 'RequestError',
      status: 409,
      code: 33111,
      message: 'Not now.',
      details: { status: 'sending' },
      requestId: 'req_1',
      retryAfterSeconds: 7,
      fieldErrors: [],
    });
  });

  it.each([undefined, null, 'Bad gateway', {}])('has its status when the body is %j', (body) => {
    const { message, code, details } = new RequestError(body, answer(502));
    expect({ message, code, details }).toEqual({
      message: 'The service answered with status 502.',
      code: undefined,
      details: {},
    });
  });

  it.each([
    [{ 'x-amzn-requestid': 'c' }, 'c'],
    [{ 'x-amzn-requestid': 'c', 'apigw-requestid': 'b' }, 'b'],
    [{ 'x-amzn-requestid': 'c', 'apigw-requestid': 'b', 'x-request-id': 'a' }, 'a'],
    [{}, undefined],
  ])('with the headers %j has the request id %s', (headers, id) => {
    expect(new RequestError({}, answer(500, headers as Record<string, string>)).requestId).toBe(id);
  });

  it.each([
    ['1', 1],
    ['0', undefined],
    ['-1', undefined],
    ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
  ])('with retry-after %j waits %s seconds', (value, seconds) => {
    expect(new RequestError({}, answer(429, { 'retry-after': value })).retryAfterSeconds).toBe(seconds);
  });
});

describe('the text of an error', () => {
  it('is that of the service', () => {
    expect(describeError(new RequestError({ message: 'Not now.' }, answer(409)))).toBe('Not now.');
  });

  it('explains a state that does not allow the request', () => {
    const error = new RequestError({ message: 'No.', details: { status: 'closed' } }, answer(409));
    expect(describeError(error)).toBe('The account is closed.');
  });

  it('is that of the service for a state without an explanation', () => {
    const error = new RequestError({ message: 'No.', details: { status: 'sending' } }, answer(409));
    expect(describeError(error)).toBe('No.');
  });

  it('names all fields that were refused', () => {
    const error = invalid(
      { pointer: '/name', reason: 'required' },
      { pointer: '/audience/excludeGroups/0', reason: 'there is no such group' },
    );
    expect(describeError(error)).toBe(
      'The request is invalid. name: required audience exclude groups 0: there is no such group',
    );
  });

  it('says that the service cannot be reached', () => {
    expect(describeError(new TypeError('Failed to fetch'))).toBe(
      'The service cannot be reached. Check your connection and try again.',
    );
  });

  it.each([
    [new Error('The file was not taken.'), 'The file was not taken.'],
    ['stopped', 'stopped'],
  ])('is the message of %s', (error, text) => {
    expect(describeError(error)).toBe(text);
  });
});

describe('the error of a field', () => {
  const error = invalid(
    { pointer: '/schedule/at', reason: 'is over' },
    { pointer: '/schedule', reason: 'second' },
    { pointer: '/name', reason: 'required' },
  );

  it.each([
    ['/name', 'required'],
    ['/schedule', 'is over'],
    ['/schedule/at', 'is over'],
    ['/sched', undefined],
    ['/nam', undefined],
    ['/body', undefined],
  ])('%s is %s', (pointer, reason) => {
    expect(fieldError(error, pointer)).toBe(reason);
  });

  it.each([undefined, null, new Error('/name')])('is not known for %s', (other) => {
    expect(fieldError(other, '/name')).toBeUndefined();
  });
});
