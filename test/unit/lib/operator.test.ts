import { InvalidArgumentError } from 'commander';
import { PassThrough } from 'node:stream';

import { confirm } from '../../../lib/operator/confirm';
import { describeError } from '../../../lib/operator/describe-error';
import { localClientEnvironment } from '../../../lib/operator/local-target';
import { OperatorError } from '../../../lib/operator/operator-error';
import {
  collect,
  collectContentCategories,
  collectCountries,
  collectRateLimits,
} from '../../../lib/operator/option-lists';
import {
  orEmpty,
  parseCount,
  parseName,
  parseNote,
  parsePhone,
  parseRate,
  parseSenderNumber,
  parseSignedNumber,
  parseText,
  parseTimeZone,
  parseWholeNumber,
} from '../../../lib/operator/option-types';
import { startProgress } from '../../../lib/operator/progress';
import { renderJson, renderText } from '../../../lib/operator/report';
import { invalidRequest, ServiceError } from '../../../shared/errors/service-error';
import { calling } from '../../../shared/platform/aws/callee';

function expectRefusal(parse: (raw: string) => unknown, raw: string): void {
  expect(() => parse(raw)).toThrow(InvalidArgumentError);
}

describe('whole numbers', () => {
  it.each([
    ['0', 0],
    ['1', 1],
    ['200000', 200000],
    ['1000000000000', 1000000000000],
  ])('reads %s', (raw, expected) => {
    expect(parseWholeNumber(raw)).toBe(expected);
  });

  it.each(['', ' 1', '-1', '+1', '1.5', '1e3', '0x10', 'ten', '1000000000001', '١'])('refuses %j', (raw) => {
    expectRefusal(parseWholeNumber, raw);
  });

  it('reads 1 as a count', () => {
    expect(parseCount('1')).toBe(1);
  });

  it.each(['0', '', '-1', '1.5', '9007199254740992'])('refuses %j as a count', (raw) => {
    expectRefusal(parseCount, raw);
  });

  it.each([
    ['5', 5],
    ['+5', 5],
    ['-5', -5],
    ['0', 0],
    ['-1000000000000', -1000000000000],
  ])('reads %s with its sign', (raw, expected) => {
    expect(parseSignedNumber(raw)).toBe(expected);
  });

  it.each(['', '-', '--5', '-1.5', '-1000000000001', '1000000000001'])('refuses %j with its sign', (raw) => {
    expectRefusal(parseSignedNumber, raw);
  });
});

describe('rate of a number', () => {
  it.each([
    ['1', 1],
    ['10000', 10000],
    ['none', 'none'],
  ])('reads %s', (raw, expected) => {
    expect(parseRate(raw)).toBe(expected);
  });

  it.each(['0', '-1', '0.5', '10001', '', 'None'])('refuses %j', (raw) => {
    expectRefusal(parseRate, raw);
  });
});

describe('rate limits', () => {
  it('collects several buckets, the later of two values for one', () => {
    const first = collectRateLimits('message=5');
    const second = collectRateLimits('contactApiRead=0', first);

    expect(collectRateLimits('message=7', second)).toEqual({ message: 7, contactApiRead: 0 });
  });

  it.each([
    'message',
    'message=',
    '=5',
    'messages=5',
    'message=-1',
    'message=1.5',
    'message=5=6',
    'toString=5',
    '',
  ])('refuses %j', (raw) => {
    expectRefusal(collectRateLimits, raw);
  });
});

describe('content categories', () => {
  it('collects each once', () => {
    expect(collectContentCategories('alcohol', collectContentCategories('alcohol', ['sex']))).toEqual([
      'sex',
      'alcohol',
    ]);
  });

  it('starts over with none', () => {
    expect(collectContentCategories('none', ['sex'])).toEqual([]);
  });

  it.each(['', 'Alcohol', 'beer'])('refuses %j', (raw) => {
    expectRefusal(collectContentCategories, raw);
  });
});

describe('time zones', () => {
  it.each(['America/Chicago', 'Europe/Berlin', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])(
    'takes %s',
    (raw) => {
      expect(parseTimeZone(raw)).toBe(raw);
    },
  );

  it.each(['', '+05:00', '-0500', 'America/Gotham', 'Chicago', 'America/Chicago ', '5'])(
    'refuses %j',
    (raw) => {
      expectRefusal(parseTimeZone, raw);
    },
  );
});

describe('numbers', () => {
  it('takes a phone number in E.164 form', () => {
    expect(parsePhone('+15555550123')).toBe('+15555550123');
  });

  it.each(['', '15555550123', '+1555', '12345', '+1 555 555 0123'])('refuses %j as a phone number', (raw) => {
    expectRefusal(parsePhone, raw);
  });

  it.each(['+15555550123', '12345', '123456'])('takes %s as a sender', (raw) => {
    expect(parseSenderNumber(raw)).toBe(raw);
  });

  it.each(['', '1234', '1234567', '15555550123'])('refuses %j as a sender', (raw) => {
    expectRefusal(parseSenderNumber, raw);
  });
});

describe('texts', () => {
  it('trims a name', () => {
    expect(parseName(' Acme ')).toBe('Acme');
  });

  it.each(['', '  ', '--json'])('refuses %j as a name', (raw) => {
    expectRefusal(parseName, raw);
  });

  it('takes a text of the limit, by code points', () => {
    expect(parseText(3)('😀😀😀')).toBe('😀😀😀');
  });

  it('refuses a text one over the limit', () => {
    expectRefusal(parseText(3), 'abcd');
  });

  it('takes a sentence of the limit, and no option in its place', () => {
    expect(parseNote(5)(' wrong ')).toBe('wrong');
    expectRefusal(parseNote(5), 'wrongs');
    expectRefusal(parseNote(5), '--yes');
  });

  it('lets an empty string pass where it clears', () => {
    expect(orEmpty(parseTimeZone)('')).toBe('');
  });

  it('passes anything else on', () => {
    expect(orEmpty(parseTimeZone)('UTC')).toBe('UTC');
  });

  it.each([
    ['a,b,c', ['a', 'b', 'c']],
    ['a, b ,c', ['a', 'b', 'c']],
    ['"Paris, France",Rome', ['Paris, France', 'Rome']],
    ['"Paris, France"', ['Paris, France']],
    ['say "hello"', ['say "hello"']],
    ['5" pipe,6" pipe', ['5" pipe', '6" pipe']],
    ['"a ""b"""', ['a "b"']],
    [' a ', [' a ']],
    ['', ['']],
    ['a,', ['a', '']],
    ['a\nb,c', ['a\nb', 'c']],
  ])('reads %j as a list', (raw, expected) => {
    expect(collect(String)(raw)).toEqual(expected);
  });

  it.each(['"a, b', '"a" b, c'])('refuses %j', (raw) => {
    expectRefusal(collect(String), raw);
  });

  it('reads lists of what has a form', () => {
    expect(collectRateLimits('message=1,batch=2')).toEqual({ message: 1, batch: 2 });
    expect(collectCountries('us,CA')).toEqual(['US', 'CA']);
    expect(collectContentCategories('alcohol,sex')).toEqual(['alcohol', 'sex']);
    expectRefusal(collectCountries, 'US,nowhere');
    expectRefusal(collect(parseName), 'a,');
  });

  it('collects values in order', () => {
    expect(collect(parseName)('b', collect(parseName)('a'))).toEqual(['a', 'b']);
  });
});

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

describe('a report', () => {
  it('is one JSON value and a line end', () => {
    expect(renderJson({ json: [{ id: 'acc_1', timeZone: undefined }], rows: [] })).toBe(
      '[\n  {\n    "id": "acc_1"\n  }\n]\n',
    );
  });

  it('is a table without colours', async () => {
    const text = await renderText({
      json: undefined,
      head: ['id', 'active'],
      rows: [
        ['acc_1', true],
        ['acc_2', undefined],
      ],
    });

    expect(text).toBe(
      [
        '┌───────┬────────┐',
        '│ id    │ active │',
        '├───────┼────────┤',
        '│ acc_1 │ yes    │',
        '│ acc_2 │        │',
        '└───────┴────────┘',
        '',
      ].join('\n'),
    );
  });

  it('is only its note when there is nothing to list', async () => {
    expect(await renderText({ json: [], head: ['id'], rows: [], note: 'There are no accounts.' })).toBe(
      'There are no accounts.\n',
    );
  });

  it('shows control characters of a text instead of obeying them', async () => {
    const text = await renderText({ json: undefined, rows: [['a\u001b[2Jb\r\u009b\u202e']] });

    expect(text).toContain('a\uFFFD[2Jb\uFFFD\uFFFD\uFFFD');
  });
});

/** Creates a terminal that remembers its output. */
function createTerminal() {
  const stream = new PassThrough();
  const chunks: string[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
  const terminal = Object.assign(stream, {
    isTTY: true,
    columns: 120,
    cursorTo: () => true,
    moveCursor: () => true,
    clearLine: () => true,
    clearScreenDown: () => true,
    getWindowSize: () => [120, 40],
  }) as unknown as NodeJS.WriteStream;
  return { terminal, drawn: () => chunks.join('') };
}

describe('progress', () => {
  it('draws a bar where the total is known', async () => {
    const { terminal, drawn } = createTerminal();

    const progress = await startProgress({ terminal, total: 200, unit: 'lines' });
    progress.show(200);
    progress.end();

    expect(drawn()).toContain('0% 0 of 200 lines');
  });

  it('counts where the total is not known', async () => {
    const { terminal, drawn } = createTerminal();

    const progress = await startProgress({ terminal, total: undefined, unit: 'lines' });
    progress.show(3);
    progress.end();

    expect(drawn()).toContain('0 lines');
  });

  it('is silent without a terminal', async () => {
    const progress = await startProgress({ terminal: undefined, total: 200, unit: 'lines' });

    expect([progress.show(1), progress.end()]).toEqual([undefined, undefined]);
  });
});

const QUESTION = 'Delete it?';

describe('at a terminal', () => {
  const answering = (answer: string) => {
    const asked: string[] = [];
    const ask = async (question: string) => {
      asked.push(question);
      return answer;
    };
    return { asked, ask };
  };

  it.each(['y', 'Y', 'yes', 'YES', ' y '])('goes on after %j', async (answer) => {
    const { asked, ask } = answering(answer);
    await confirm({ ask }, { question: QUESTION, isYesRequired: true });
    expect(asked).toEqual(['Delete it? This cannot be undone. [y/N] ']);
  });

  it.each(['', 'n', 'no', 'ye', 'yes please', 'j'])('changes nothing after %j', async (answer) => {
    const { ask } = answering(answer);
    const confirmed = confirm({ ask }, { question: QUESTION, isYesRequired: false });
    await expect(confirmed).rejects.toThrow('Nothing was changed.');
  });
});

describe('in a script', () => {
  it('asks for --yes', async () => {
    await expect(confirm({}, { question: QUESTION, isYesRequired: true })).rejects.toThrow(
      'Delete it? This cannot be undone: confirm it with --yes.',
    );
  });

  it('goes on with what scripts did before there was --yes', async () => {
    await expect(confirm({}, { question: QUESTION, isYesRequired: false })).resolves.toBeUndefined();
  });
});

describe('the environment for the local service', () => {
  it('points every client at it, whatever account the shell is set up for', () => {
    const environment = localClientEnvironment({
      region: 'us-east-1',
      endpoints: {
        dynamodb: 'http://127.0.0.1:1',
        sqs: 'http://127.0.0.1:2',
        sns: 'http://127.0.0.1:3',
        s3: 'http://127.0.0.1:4',
        events: 'http://127.0.0.1:5',
        lambda: 'http://127.0.0.1:6',
        simulator: 'http://127.0.0.1:7',
      },
      environment: {
        TABLE_NAME: 'Table',
        AWS_REGION: 'eu-west-1',
        AWS_ACCESS_KEY_ID: 'LOCAL1',
        AWS_SECRET_ACCESS_KEY: 'local',
      },
    });

    expect(environment).toEqual({
      TABLE_NAME: 'Table',
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'LOCAL1',
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_SESSION_TOKEN: undefined,
      AWS_PROFILE: undefined,
      AWS_ENDPOINT_URL: undefined,
      AWS_IGNORE_CONFIGURED_ENDPOINT_URLS: undefined,
      AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1',
      AWS_ENDPOINT_URL_SQS: 'http://127.0.0.1:2',
      AWS_ENDPOINT_URL_SNS: 'http://127.0.0.1:3',
      AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:4',
      AWS_ENDPOINT_URL_EVENTBRIDGE: 'http://127.0.0.1:5',
      AWS_ENDPOINT_URL_LAMBDA: 'http://127.0.0.1:6',
      AWS_ENDPOINT_URL_SERVICE_QUOTAS: 'http://127.0.0.1:6',
    });
  });
});
