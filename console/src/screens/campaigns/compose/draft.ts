import type { Campaign, CampaignAudience, CampaignRequest } from '../../../api/schemas';

export type TimingKind = 'now' | 'at' | 'recipient' | 'zone';

/** A campaign while it is written, in the form of the wizard's fields. */
export interface Draft {
  name: string;
  from: string;
  purpose: Campaign['purpose'];
  body: string;
  mediaUrl: string;
  audience: CampaignAudience;
  timing: TimingKind;
  /** `YYYY-MM-DD` and `HH:MM`, by the reader's clock or that of the zone. */
  date: string;
  time: string;
  timeZone: string;
  hasHours: boolean;
  hoursFrom: string;
  hoursTo: string;
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
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  hasHours: false,
  hoursFrom: '09:00',
  hoursTo: '20:00',
};

const twoDigits = (value: number) => String(value).padStart(2, '0');

export function draftOf(campaign: Campaign): Draft {
  const { name, from, purpose, body = '', mediaUrl = '', audience, schedule, sendingHours } = campaign;
  const draft = { ...EMPTY_DRAFT, name, from, purpose, body, mediaUrl, audience };
  if (sendingHours !== undefined) {
    Object.assign(draft, { hasHours: true, hoursFrom: sendingHours.from, hoursTo: sendingHours.to });
  }
  if (schedule?.at !== undefined) {
    const at = new Date(schedule.at);
    const date = `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;
    return {
      ...draft,
      timing: 'at',
      date,
      time: `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`,
    };
  }
  if (schedule?.localTime !== undefined) {
    const [date = '', time = ''] = schedule.localTime.split('T');
    const timing = schedule.timeZone === 'recipient' ? 'recipient' : 'zone';
    return {
      ...draft,
      ...{ timing, date, time: time.slice(0, 5) },
      ...(timing === 'zone' && schedule.timeZone !== undefined && { timeZone: schedule.timeZone }),
    };
  }
  return draft;
}

/** Another campaign like this one, for another day. */
export function copyOf(campaign: Campaign): Draft {
  return { ...draftOf(campaign), name: `Copy of ${campaign.name}`, date: '' };
}

/** Without a day no time is chosen yet: the draft is saved as one that goes out at once. */
function scheduleOf({ timing, date, time, timeZone }: Draft): CampaignRequest['schedule'] {
  if (timing === 'now' || date === '' || time === '') return undefined;
  if (timing === 'at') return { at: new Date(`${date}T${time}`).toISOString() };
  return { localTime: `${date}T${time}`, timeZone: timing === 'recipient' ? 'recipient' : timeZone };
}

export function requestOf(draft: Draft): CampaignRequest {
  const { name, from, purpose, body, mediaUrl, audience, hasHours, hoursFrom, hoursTo } = draft;
  const schedule = scheduleOf(draft);
  return {
    ...{ name, from, purpose, audience },
    ...(body !== '' && { body }),
    ...(mediaUrl !== '' && { mediaUrl }),
    ...(schedule !== undefined && { schedule }),
    ...(hasHours && { sendingHours: { from: hoursFrom, to: hoursTo } }),
  };
}

const AUDIENCE_PARTS = [
  'groups',
  'tags',
  'filter',
  'excludeGroups',
  'excludeCampaigns',
  'segmentId',
  'retryOf',
] as const;

/** The whole draft as a merge patch: what is not there any more is taken out by name. */
export function patchOf(draft: Draft) {
  const request = requestOf(draft);
  const { audience } = request;
  const isEverybody = AUDIENCE_PARTS.every((part) => audience[part] === undefined);
  const parts = Object.fromEntries(AUDIENCE_PARTS.map((part) => [part, audience[part] ?? null]));
  return {
    ...request,
    body: request.body ?? null,
    mediaUrl: request.mediaUrl ?? null,
    schedule: request.schedule ?? null,
    sendingHours: request.sendingHours ?? null,
    // Everybody has to be asked for: an empty list of groups.
    audience: isEverybody ? { ...parts, groups: [] } : parts,
  };
}

/** What is still missing before a draft can be saved. */
export const isSavable = ({ name, from, body, mediaUrl }: Draft): boolean =>
  name.trim() !== '' && from !== '' && (body.trim() !== '' || mediaUrl !== '');
