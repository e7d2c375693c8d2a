import { calling } from '../../../../shared/platform/callee';
import { describeError } from '../../../../lib/operator/describe-error';
import { OperatorError } from '../../../../lib/operator/operator-error';
import { invalidRequest, ServiceError } from '../../../../shared/errors/service-error';

const named = (name: string, message: string) => Object.assign(new Error(message), { name });

describe('the sentence for an error', () => {
  it('is the one of an operator error', () => {
    expect(describeError(new OperatorError('There is no account acc_1.'))).toBe('There is no account acc_1.');
  });

  it('is the one of a service error', () => {
    expect(describeError(new ServiceError('GroupNotFound'))).toBe('Group not found.');
  });

  it('names the places of an invalid request', () => {
    const error = invalidRequest(
      { pointer: '/name', reason: 'is too long' },
      { pointer: '/from', reason: 'required' },
    );

    expect(describeError(error)).toBe('The request is invalid. /name is too long. /from is required.');
  });

  it('adds other details', () => {
    const error = new ServiceError('InvalidCustomField', {
      cause: 'unknown_label',
      details: { label: 'x', reason: 'unknown_label' },
    });

    expect(describeError(error)).toBe(
      'Invalid custom field "x": there is no field with this label. Details: {"label":"x","reason":"unknown_label"}',
    );
  });

  it.each([
    [
      Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
      "The service's table cannot be reached (ECONNREFUSED).",
    ],
    [
      Object.assign(new Error('connect'), {
        code: 'EAI_AGAIN',
        hostname: 'dynamodb.eu-west-1.amazonaws.com',
      }),
      "The service's table cannot be reached (EAI_AGAIN dynamodb.eu-west-1.amazonaws.com).",
    ],
    [named('TimeoutError', 'x'), "The service's table does not answer."],
    [named('ResourceNotFoundException', 'x'), 'The table does not exist.'],
    [named('CredentialsProviderError', 'none loaded'), 'No AWS credentials were found: none loaded'],
    [named('ExpiredTokenException', 'expired'), 'AWS refused the credentials: expired'],
    [new Error('Region is missing'), 'No AWS region is set: set AWS_REGION.'],
    [new TypeError('x is not a function'), 'TypeError: x is not a function'],
    ['text', 'text'],
  ])('describes %s', (error, expected) => {
    expect(describeError(error)).toBe(expected);
  });

  it.each([
    [
      Object.assign(new Error('connect'), { code: 'ENETUNREACH' }),
      'CloudFormation cannot be reached (ENETUNREACH).',
    ],
    [named('TimeoutError', 'x'), 'CloudFormation does not answer.'],
  ])('names what was called: %s', async (error, expected) => {
    const called = calling('CloudFormation', Promise.reject(error));

    await expect(called).rejects.toBe(error);
    expect(describeError(error)).toBe(expected);
  });
});
