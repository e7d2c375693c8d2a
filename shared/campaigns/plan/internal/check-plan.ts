import { invalidRequest, ServiceError } from '../../../errors/service-error';
import { parseSender } from '../../../phone-numbers/e164';
import { checkCharacters } from '../../../sending/compose/prepare-body';
import { isStorableText } from '../../../text/storable-text';
import type { Campaign, PlanField } from '../../record/campaign';
import { readInstant } from '../../../calendar/instant';
import { refuseSchedule, type Schedule } from '../../timing/schedule';
import { refuseSendingHours } from '../../../calendar/sending-hours';
import type { PlanInput, ScheduleInput } from '../campaign.schema';

/** Stored plan of a campaign without its audience. It names all fields, so that a change removes those that are cleared. */
type Plan = { [Name in PlanField]: Campaign[Name] };

/**
 * Checks the form of a plan. The launch checks what depends on the time, the account's numbers and the content rules.
 *
 * @throws ServiceError InvalidRequest, InvalidPhoneNumber; InvalidCharacters for a body that cannot be stored
 *
 * **Source:** rules E4.
 */
export function checkPlan(input: PlanInput): Plan {
  const { name, from, purpose, sendingHours } = input;
  const body = input.body === '' ? undefined : input.body;
  if (body === undefined && input.mediaUrl === undefined) {
    throw invalidRequest({ pointer: '/body', reason: 'required without mediaUrl' });
  }
  const schedule = input.schedule && readSchedule(input.schedule);
  const refusal = sendingHours && refuseSendingHours(sendingHours, '/sendingHours');
  if (refusal) throw invalidRequest(refusal);
  const expiresAt = input.expiresAt === undefined ? undefined : readInstantAt('/expiresAt', input.expiresAt);
  if (parseSender(from) === undefined) {
    throw new ServiceError('InvalidPhoneNumber', { cause: 'notASender', details: { field: 'from' } });
  }
  if (body !== undefined && !isStorableText(body)) checkCharacters(body);
  return {
    ...{ name, from, body, mediaUrl: input.mediaUrl, purpose, schedule, expiresAt },
    sendingHours: sendingHours && { ...sendingHours, days: sendingHours.days && [...sendingHours.days] },
  };
}

/** Reads a schedule in one of its two forms. */
function readSchedule({ at, localTime, timeZone }: ScheduleInput): Schedule {
  if (at !== undefined) {
    const other = localTime !== undefined ? 'localTime' : timeZone !== undefined ? 'timeZone' : undefined;
    if (other) throw invalidRequest({ pointer: `/schedule/${other}`, reason: 'not allowed beside at' });
    return accept({ at: readInstantAt('/schedule/at', at) });
  }
  if (localTime === undefined && timeZone === undefined) {
    throw invalidRequest({ pointer: '/schedule', reason: 'must have at, or localTime and timeZone' });
  }
  if (localTime === undefined) {
    throw invalidRequest({ pointer: '/schedule/localTime', reason: 'required beside timeZone' });
  }
  if (timeZone === undefined) {
    throw invalidRequest({ pointer: '/schedule/timeZone', reason: 'required beside localTime' });
  }
  return accept({ localTime, timeZone });
}

function accept(schedule: Schedule): Schedule {
  const refusal = refuseSchedule(schedule);
  if (refusal) throw invalidRequest(refusal);
  return schedule;
}

/** Reads a time and returns it in the form of all answered times. */
function readInstantAt(pointer: string, text: string): string {
  const atMs = readInstant(text);
  if (atMs === undefined) {
    throw invalidRequest({
      pointer,
      reason: 'must be an ISO time with a zone, such as 2026-12-01T10:00:00Z',
    });
  }
  return new Date(atMs).toISOString();
}
