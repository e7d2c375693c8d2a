import { toHttpAnswer } from '../../../../lib/local/http-answer';

const answerOf = (result: unknown) => {
  const answer = toHttpAnswer(result);
  return answer && { ...answer, body: answer.body.toString() };
};

test('an answer keeps its status, headers, cookies and body', () => {
  expect(
    answerOf({
      statusCode: 201,
      headers: { 'Content-Type': 'application/json', 'X-Count': 3, 'X-Flag': true },
      cookies: ['a=1', 'b=2'],
      body: '{"a":1}',
    }),
  ).toEqual({
    statusCode: 201,
    headers: {
      'content-type': 'application/json',
      'x-count': '3',
      'x-flag': 'true',
      'set-cookie': ['a=1', 'b=2'],
    },
    body: '{"a":1}',
  });
});

test('a body in base64 is decoded', () => {
  expect(answerOf({ statusCode: 200, body: 'aGVsbG8=', isBase64Encoded: true })).toEqual({
    statusCode: 200,
    headers: { 'content-type': 'text/plain;charset=utf-8' },
    body: 'hello',
  });
});

test('what belongs to the connection is left to the server', () => {
  expect(
    answerOf({
      statusCode: 204,
      headers: { 'Content-Length': '5', 'Transfer-Encoding': 'chunked', Connection: 'x' },
    }),
  ).toEqual({ statusCode: 204, headers: { 'content-type': 'text/plain;charset=utf-8' }, body: '' });
});

test.each([
  [{ hello: 'world' }, '{"hello":"world"}'],
  ['hello', 'hello'],
  [null, 'null'],
  [[1, 2], '[1,2]'],
])('%j without a status is the body of a 200', (result, body) => {
  expect(answerOf(result)).toEqual({
    statusCode: 200,
    headers: { 'content-type': 'application/json' },
    body,
  });
});

test.each([
  ['a status that is no number', { statusCode: 'fine' }],
  ['a status that is no status', { statusCode: 99 }],
  ['a body that is no text', { statusCode: 200, body: { a: 1 } }],
  ['headers that are a list', { statusCode: 200, headers: ['a'] }],
  ['a header that is an object', { statusCode: 200, headers: { a: {} } }],
  ['a header with a line break', { statusCode: 200, headers: { a: 'b\r\nc: d' } }],
  ['a header with a blank in its name', { statusCode: 200, headers: { 'a b': 'c' } }],
  ['cookies that are no list', { statusCode: 200, cookies: 'a=1' }],
])('%s is a 500', (_what, result) => {
  expect(answerOf(result)).toBeUndefined();
});
