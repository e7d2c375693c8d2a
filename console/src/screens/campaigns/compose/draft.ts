import type { Campaign, CampaignAudience, CampaignPatchRequest, CampaignRequest } from '../../../api/schemas';
import { NO_AUDIENCE } from '../../../audience/audience-parts';
import { hasParts } from '../../../audience/has-parts';
import { READER_ZONE, shownZone } from '../../../format/reader-clock';
import {
  givenHours,
  hoursDraftOf,
  type HoursDraft,
  hoursOf,
  hoursPatchOf,
  NO_HOURS,
  type Whole,
} from '../../../plans/hours-draft';
import { clockOf, type Clock, instantOf, isTime } from './clock';

export type TimingKind = 'now' | 'at' | 'recipient' | 'zone';

/** Content of a campaign that users write: a request without the idempotency key and `launch`. */
type Plan = Omit<CampaignRequest, 'idempotencyKey' | 'launch'>;

/** Draft of a campaign, in the form of the wizard's fields. */
export interface Draft extends HoursDraft {
  name: string;
  from: string;
  purpose: Campaign['purpose'];
  body: string;
  mediaUrl: string;
  audience: CampaignAudience;
  timing: TimingKind;
  /** Day by the user's clock or that of the zone. */
  date: string;
  time: string;
  timeZone: string;
  /** Instant that the service has stored for `at`. */
  storedAt: string | undefined;
  hasEnd: boolean;
  /** Day by the user's clock. */
  endDate: string;
  endTime: string;
  /** Instant that the service has stored for the end. */
  storedEnd: string | undefined;
}

export const EMPTY_DRAFT: Draft = {
  name: '',
  from: '',
  purpose: 'marketing',
  body: '',
  mediaUrl: '',
  audience: {},
  timing: 'now',
  date: '',
  time: '10:00',
  timeZone: READER_ZONE,
  storedAt: undefined,
  ...NO_HOURS,
  hasEnd: false,
  endDate: '',
  endTime: '20:00',
  storedEnd: undefined,
};

export function draftOf(campaign: Campaign): Draft {
  const { name, from, purpose, body = '', mediaUrl = '', audience } = campaign;
  const { schedule, sendingHours, expiresAt } = campaign;
  const end = expiresAt === undefined ? undefined : clockOf(expiresAt);
  return {
    ...{ ...EMPTY_DRAFT, timeZone: shownZone() },
    ...{ name, from, purpose, body, mediaUrl, audience },
    ...timingOf(schedule),
    ...hoursDraftOf(sendingHours),
    ...(end && { hasEnd: true, endDate: end.date, endTime: end.time, storedEnd: expiresAt }),
  };
}

function timingOf(schedule: Campaign['schedule']): Partial<Draft> {
  if (schedule?.at !== undefined) {
    return { timing: 'at', ...clockOf(schedule.at), storedAt: schedule.at };
  }
  if (schedule?.localTime === undefined) return {};
  const [date = '', time = ''] = schedule.localTime.split('T');
  return schedule.timeZone === undefined || schedule.timeZone === 'recipient'
    ? { timing: 'recipient', date, time }
    : { timing: 'zone', date, time, timeZone: schedule.timeZone };
}

/** Content of a new campaign, which the page that opens its form passes. */
export interface NewCampaign {
  audience?: CampaignAudience;
  copyOf?: Campaign;
}

/** Returns a draft with the content of a campaign, for another day. */
export function copyOf(campaign: Campaign): Draft {
  return { ...draftOf(campaign), name: `Copy of ${campaign.name}`, date: '', endDate: '' };
}

const isChosen = ({ date, time }: Clock): boolean => date !== '' && isTime(time);

/** Returns the schedule. Without a day no time is chosen yet: the draft is saved as one that is sent at once. */
function scheduleOf({ timing, date, time, timeZone, storedAt }: Draft): Plan['schedule'] {
  if (timing === 'now' || !isChosen({ date, time })) return undefined;
  if (timing === 'at') return { at: instantOf({ date, time }, storedAt) };
  return { localTime: `${date}T${time}`, timeZone: timing === 'recipient' ? 'recipient' : timeZone };
}

function endOf({ hasEnd, endDate, endTime, storedEnd }: Draft): string | undefined {
  const end = { date: endDate, time: endTime };
  return hasEnd && isChosen(end) ? instantOf(end, storedEnd) : undefined;
}

/** Returns all parts of the plan but the sending hours. */
function planOf(draft: Draft): Whole<Omit<Plan, 'sendingHours'>> {
  const { name, from, purpose, body, mediaUrl, audience } = draft;
  return {
    ...{ name, from, purpose, audience },
    body: body === '' ? undefined : body,
    mediaUrl: mediaUrl === '' ? undefined : mediaUrl,
    schedule: scheduleOf(draft),
    expiresAt: endOf(draft),
  };
}

/** Converts the draft to a request. A new part of the API does not compile until it is among them here, too. */
export function requestOf(draft: Draft): CampaignRequest {
  const { body, mediaUrl, schedule, expiresAt, ...required } = planOf(draft);
  const hours = hoursOf(draft);
  return {
    ...required,
    ...(body !== undefined && { body }),
    ...(mediaUrl !== undefined && { mediaUrl }),
    ...(schedule && { schedule }),
    ...(hours && { sendingHours: givenHours(hours) }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

/** Converts the whole draft to a merge patch, in which `null` removes a part. */
export function patchOf(draft: Draft): Required<CampaignPatchRequest> {
  const { body = null, mediaUrl = null, schedule, expiresAt = null, audience, ...rest } = planOf(draft);
  return {
    ...rest,
    ...{ body, mediaUrl, expiresAt },
    schedule: schedule ? { ...NO_SCHEDULE, ...schedule } : null,
    sendingHours: hoursPatchOf(draft),
    audience: { ...NO_AUDIENCE, ...audience },
  };
}

const NO_SCHEDULE: Record<keyof NonNullable<Plan['schedule']>, null> = {
  at: null,
  localTime: null,
  timeZone: null,
};

/** Returns true when the draft has everything that saving requires. */
export const isSavable = ({ name, from, body, mediaUrl, audience }: Draft): boolean =>
  name.trim() !== '' && from !== '' && (body.trim() !== '' || mediaUrl !== '') && hasParts(audience);
