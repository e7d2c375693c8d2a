/* oxlint-disable no-console -- the console is what is tested */
import { readFileSync } from 'node:fs';
import { openServiceLog, type ServiceLog } from '../../../../lib/local/service-log';
import { useFolder } from '../../../support/run/use-folder';

const inFolder = useFolder();
let path: string;
let serviceLog: ServiceLog;
let standardError: jest.SpyInstance;

beforeEach(() => {
  path = inFolder('service.log');
  standardError = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => {
  serviceLog.close();
  standardError.mockRestore();
});

const lines = () => readFileSync(path, 'utf8').split('\n').slice(0, -1);

test('what functions write to the console goes to the file only', () => {
  serviceLog = openServiceLog({ path, isVerbose: false });

  console.log('{"level":"INFO"}');
  console.error('failed: %s', 'reason', { a: 1 });

  expect(lines()).toEqual(['{"level":"INFO"}', 'failed: reason { a: 1 }']);
  expect(standardError.mock.calls).toEqual([]);
});

test('a verbose log goes to standard error as well', () => {
  serviceLog = openServiceLog({ path, isVerbose: true });

  console.warn('careful');

  expect(lines()).toEqual(['careful']);
  expect(standardError.mock.calls).toEqual([['careful\n']]);
});

test('entries of the local cloud are JSON lines with time, level and error', () => {
  serviceLog = openServiceLog({ path, isVerbose: false });
  const error = new Error('broken');

  serviceLog.log.info('started', { port: 1 });
  serviceLog.log.error('failed', error, { mapping: 'M' });

  expect(lines().map((line) => JSON.parse(line) as object)).toEqual([
    { time: expect.stringMatching(/Z$/) as string, level: 'INFO', message: 'started', port: 1 },
    {
      time: expect.stringMatching(/Z$/) as string,
      level: 'ERROR',
      message: 'failed',
      mapping: 'M',
      error: error.stack,
    },
  ]);
});

test('a later run continues the file', () => {
  serviceLog = openServiceLog({ path, isVerbose: false });
  console.log('first');
  serviceLog.close();
  serviceLog = openServiceLog({ path, isVerbose: false });
  console.log('second');

  expect(lines()).toEqual(['first', 'second']);
});
