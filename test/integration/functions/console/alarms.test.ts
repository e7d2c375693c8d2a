import { systemClock } from '../../../../shared/platform/clock';
import { createIds } from '../../../../shared/platform/ids';
import { inviteUser } from '../../../../shared/users/manage-users';
import { startSession } from '../../../../shared/users/session';
import { type AwsStandIn, pointSdkAt, startAwsStandIn } from '../../../support/aws/aws-stand-in';
import { sessionHeaders } from '../../../support/console/console-user';
import { startEngine, type TestEngine } from '../../../support/engines/engine';
import { callHandler } from '../../../support/routes/call-handler';

/** Tests of the operators' route of alarms. **Source:** rules E6. */
const PREFIX = 'Messaging-prod-Workers-';
const CHANGED_SECONDS = Date.parse('2026-03-01T12:00:00.500Z') / 1_000;

let engine: TestEngine;
let aws: AwsStandIn;
let token: string;

beforeAll(async () => {
  [engine, aws] = await Promise.all([startEngine(), startAwsStandIn()]);
  const deps = { table: engine.table, clock: systemClock, ids: createIds(systemClock) };
  const invited = await inviteUser(deps, { email: 'ada@example.com', access: 'operator' });
  if (!invited.invited) throw new Error(invited.refusal);
  token = await startSession(deps, invited.user.id);
  engine.setEnvironment();
  pointSdkAt({ CLOUDWATCH: aws.url, DYNAMODB: engine.endpoint });
  Object.assign(process.env, { PROVIDER: 'simulator', SIMULATOR_URL: 'http://127.0.0.1:9' });
  Object.assign(process.env, { QUEUES: '{}', DEAD_LETTER_QUEUES: '{}' });
  Object.assign(process.env, { QUEUES_BASE_URL: 'http://127.0.0.1:9/q', TIMER_FUNCTION_NAME: 'timer' });
});
afterAll(async () => {
  await aws.stop();
  await engine.stop();
});

async function ask(prefix: string) {
  process.env.ALARM_PREFIX = prefix;
  jest.resetModules();
  const { handler } = await import('../../../../functions/console/operator');
  const { status, body } = await callHandler(handler, {
    ...{ method: 'GET', path: '/console/api/operator/alarms', headers: sessionHeaders({ token }) },
  });
  return [status, body];
}

const alarm = (id: string, StateValue: string) => ({
  ...{ AlarmName: `${PREFIX}${id}`, AlarmDescription: `${id} is wrong.`, StateValue },
  ...{ StateUpdatedTimestamp: CHANGED_SECONDS, Threshold: 1 },
});

describe('GET alarms', () => {
  it('returns those of the stack that are in alarm, from all pages', async () => {
    const inputs: unknown[] = [];
    aws.answers.DescribeAlarms = (input) => {
      inputs.push(input);
      return input.NextToken === undefined
        ? { MetricAlarms: [alarm('Outbox', 'OK'), alarm('Timer', 'ALARM')], NextToken: 'more' }
        : { MetricAlarms: [alarm('Table', 'INSUFFICIENT_DATA'), alarm('Api', 'ALARM')] };
    };
    const inAlarm = (id: string) => ({
      ...{ name: `${PREFIX}${id}`, meaning: `${id} is wrong.`, since: '2026-03-01T12:00:00.500Z' },
    });
    expect(await ask(PREFIX)).toEqual([
      200,
      { isApplicable: true, watching: 4, results: [inAlarm('Timer'), inAlarm('Api')] },
    ]);
    const query = { AlarmNamePrefix: PREFIX, AlarmTypes: ['MetricAlarm'], MaxRecords: 100 };
    expect(inputs).toEqual([query, { ...query, NextToken: 'more' }]);
  });

  it('is not applicable to a stack without alarms, and does not ask for them', async () => {
    aws.asked.splice(0);
    expect(await ask('')).toEqual([200, { isApplicable: false, results: [] }]);
    expect(aws.asked).toEqual([]);
  });

  it.each([
    [
      'AccessDeniedException',
      'User: arn:aws:sts::123456789012:assumed-role/Operator/x is not authorized to perform: cloudwatch:DescribeAlarms on resource: *',
      'The service may not read this from AWS: it lacks cloudwatch:DescribeAlarms.',
    ],
    [
      'ThrottlingException',
      'Rate exceeded',
      'AWS takes no more requests at the moment. Try again in a minute.',
    ],
    ['InternalServiceFault', 'Oh', 'AWS answers with InternalServiceFault. Try again later.'],
  ])('says what AWS refuses: %s', async (exception, message, words) => {
    aws.answers.DescribeAlarms = () => ({ exception, message });
    expect(await ask(PREFIX)).toEqual([424, expect.objectContaining({ code: 33120, message: words })]);
  });

  it('says that AWS does not answer', async () => {
    const gone = await startAwsStandIn();
    await gone.stop();
    pointSdkAt({ CLOUDWATCH: gone.url });
    const words = 'AWS does not answer at the moment. Try again.';
    expect(await ask(PREFIX)).toEqual([424, expect.objectContaining({ code: 33120, message: words })]);
  });
});
