import type { Campaign } from '../../api/schemas';
import { formatDateTime, formatWallClock } from '../../format/dates';

export const PURPOSES: Record<Campaign['purpose'], string> = {
  marketing: 'Marketing',
  informational: 'Informational',
  emergency: 'Emergency',
};

/** Describes the schedule of a campaign. */
export function describeSchedule({ schedule }: Pick<Campaign, 'schedule'>): string {
  if (schedule === undefined) return 'As soon as it is launched';
  if (schedule.at !== undefined) return formatDateTime(schedule.at);
  const time = schedule.localTime === undefined ? '' : formatWallClock(schedule.localTime);
  return schedule.timeZone === 'recipient'
    ? `${time}, by each recipient’s clock`
    : `${time}, ${schedule.timeZone ?? ''}`;
}

export function describeHours({ sendingHours, purpose }: Pick<Campaign, 'sendingHours' | 'purpose'>): string {
  const legal = purpose === 'marketing' ? ', and only within the legal hours of each state' : '';
  if (sendingHours === undefined)
    return purpose === 'marketing' ? 'The legal hours of each state' : 'At any hour';
  const { from, to, days } = sendingHours;
  return `${from} to ${to}${days === undefined ? '' : ` on ${days.join(', ')}`}, the recipient's time${legal}`;
}

/** Describes the time at which the campaign expires. */
export const describeEnd = ({ expiresAt }: Pick<Campaign, 'expiresAt'>): string =>
  expiresAt === undefined ? '48 hours after its time' : formatDateTime(expiresAt);
