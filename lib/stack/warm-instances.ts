import { TimeZone } from 'aws-cdk-lib';
import { Schedule } from 'aws-cdk-lib/aws-applicationautoscaling';
import type { Alias, AliasOptions } from 'aws-cdk-lib/aws-lambda';
import { readHours } from '../../shared/calendar/hours-text';
import type { Stage } from './stage';

type WarmSingleSends = NonNullable<Stage['warmSingleSends']>;

/** Returns the provisioned concurrency of an alias; none where hours are set, since `scheduleWarmth` changes it. */
export const provisionedAllDay = ({ instances, hours }: WarmSingleSends): AliasOptions =>
  hours === undefined ? { provisionedConcurrentExecutions: instances } : {};

/** Provisions instances of an alias at the hours of the stage, and none outside of them. */
export function scheduleWarmth(alias: Alias, { instances, hours, timeZone }: WarmSingleSends): void {
  const open = hours === undefined ? undefined : readHours(hours);
  if (open === undefined) return;
  const scaling = alias.addAutoScaling({ minCapacity: 0, maxCapacity: instances });
  const at = (time: string) => {
    // A day of cron ends before midnight.
    const [hour = '', minute = ''] = (time === '24:00' ? '23:59' : time)
      .split(':')
      .map((part) => String(Number(part)));
    const weekDay = open.days?.join(',');
    return Schedule.cron({ hour, minute, ...(weekDay !== undefined && { weekDay }) });
  };
  const zone = TimeZone.of(timeZone);
  const capacity = (count: number) => ({ minCapacity: count, maxCapacity: count, timeZone: zone });
  scaling.scaleOnSchedule('Open', { schedule: at(open.from), ...capacity(instances) });
  scaling.scaleOnSchedule('Close', { schedule: at(open.to), ...capacity(0) });
}
