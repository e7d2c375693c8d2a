import { recordSpendLimit } from '../../../../shared/operations/record-spend-limit';
import { readConfig } from '../../../../shared/platform/internal/config';
import { type AwsStandIn, pointSdkAt, startAwsStandIn } from '../../../support/aws/aws-stand-in';

let aws: AwsStandIn;

beforeAll(async () => {
  aws = await startAwsStandIn();
  pointSdkAt({ PINPOINT_SMS_VOICE_V2: aws.url });
});
afterAll(() => aws.stop());
beforeEach(() => {
  aws.asked.splice(0);
  aws.answers.DescribeSpendLimits = () => ({
    SpendLimits: [
      { Name: 'VOICE_MESSAGE_MONTHLY_SPEND_LIMIT', EnforcedLimit: 7, MaxLimit: 7, Overridden: false },
      { Name: 'TEXT_MESSAGE_MONTHLY_SPEND_LIMIT', EnforcedLimit: 400, MaxLimit: 500, Overridden: true },
    ],
  });
});

/** Records the limit at a time. @returns what was recorded */
async function recordAt(time: string, provider = 'eum'): Promise<unknown[]> {
  const recorded: unknown[] = [];
  await recordSpendLimit({
    clock: { now: () => new Date(`2026-11-26T${time}Z`) },
    config: readConfig({ TABLE_NAME: 'T', BASE_URL: 'https://api.example.com', PROVIDER: provider }),
    metrics: { record: (name, value) => void recorded.push([name, value]), flush: () => undefined },
  });
  return recorded;
}

describe('the spend limit', () => {
  it('is recorded as it is enforced', async () => {
    expect(await recordAt('10:20:59')).toEqual([['SpendLimit', 400]]);
  });

  it('is asked for every ten minutes', async () => {
    for (let minute = 0; minute < 60; minute++) await recordAt(`10:${String(minute).padStart(2, '0')}:30`);
    expect(aws.asked).toEqual(Array.from({ length: 6 }, () => 'DescribeSpendLimits'));
  });

  it('is not asked for where End User Messaging does not send', async () => {
    expect([await recordAt('10:20:00', 'simulator'), aws.asked]).toEqual([[], []]);
  });

  it('is not recorded when AWS tells none, and the step fails when AWS does not let it be read', async () => {
    aws.answers.DescribeSpendLimits = () => ({ SpendLimits: [] });
    expect(await recordAt('10:20:00')).toEqual([]);
    aws.answers.DescribeSpendLimits = () => ({ exception: 'AccessDeniedException', message: 'Not allowed.' });
    await expect(recordAt('10:20:00')).rejects.toMatchObject({ name: 'AccessDeniedException' });
  });
});
