import type { StageSettings } from '../../lib/stack/settings';
import { PROD, readStage, synthesizeStacks } from '../support/stack/stack-template';

const templateOf = (warmSingleSends: StageSettings['warmSingleSends'], gradualDeployment = true) =>
  synthesizeStacks({ ...PROD, gradualDeployment, warmSingleSends });

const propertiesOf = (template: ReturnType<typeof templateOf>, type: string) =>
  Object.values(template.findResources(type)).map(
    ({ Properties }: { Properties?: Record<string, unknown> }) => Properties ?? {},
  );

describe('instances of the single send that are kept warm', () => {
  it.each([true, false])('are provisioned all day (deployed gradually: %s)', (isGradual) => {
    const template = templateOf({ instances: 20 }, isGradual);
    const provisioned = propertiesOf(template, 'AWS::Lambda::Alias').filter(
      (alias) => 'ProvisionedConcurrencyConfig' in alias,
    );
    expect(provisioned).toHaveLength(1);
    expect(provisioned[0]?.ProvisionedConcurrencyConfig).toEqual({ ProvisionedConcurrentExecutions: 20 });
    expect(JSON.stringify(provisioned[0]?.FunctionName)).toContain('SendMessage');
    expect(propertiesOf(template, 'AWS::ApplicationAutoScaling::ScalableTarget')).toEqual([]);
  });

  it('come and go at the hours of a stage, in its time zone', () => {
    const template = templateOf({ instances: 20, hours: 'MON-FRI 08:00-24:00', timeZone: 'America/Chicago' });
    const [target, ...others] = propertiesOf(template, 'AWS::ApplicationAutoScaling::ScalableTarget');
    expect(others).toEqual([]);
    expect(target).toMatchObject({
      ...{ MinCapacity: 0, MaxCapacity: 20, ScalableDimension: 'lambda:function:ProvisionedConcurrency' },
      ScheduledActions: [
        {
          Schedule: 'cron(0 8 ? * MON,TUE,WED,THU,FRI *)',
          ScalableTargetAction: { MinCapacity: 20, MaxCapacity: 20 },
          Timezone: 'America/Chicago',
        },
        {
          Schedule: 'cron(59 23 ? * MON,TUE,WED,THU,FRI *)',
          ScalableTargetAction: { MinCapacity: 0, MaxCapacity: 0 },
          Timezone: 'America/Chicago',
        },
      ],
    });
    for (const alias of propertiesOf(template, 'AWS::Lambda::Alias'))
      expect(alias).not.toHaveProperty('ProvisionedConcurrencyConfig');
  });

  it('are none without the setting', () => {
    for (const alias of propertiesOf(templateOf(undefined), 'AWS::Lambda::Alias'))
      expect(alias).not.toHaveProperty('ProvisionedConcurrencyConfig');
  });

  it.each([
    [{ instances: 0 }, 'warmSingleSends.instances'],
    [{ instances: 1, hours: '08:00' }, 'warmSingleSends.hours: expected hours'],
    [{ instances: 1, timeZone: 'Chicago' }, 'warmSingleSends.timeZone: expected a time zone'],
  ])('are refused: %j', (warmSingleSends, message) => {
    expect(() => readStage({ ...PROD, warmSingleSends })).toThrow(message);
  });
});
