import { readInstant } from '../../calendar/instant';
import type { InvalidField } from '../../errors/error-details';
import { invalidRequest, ServiceError } from '../../errors/service-error';
import { EVENT_AHEAD_AT_MOST_MS, MAX_EVENT_DATA_BYTES } from '../../limits';
import type { CustomEvent } from '../../outbox/outbox';
import { parseE164 } from '../../phone-numbers/e164';
import { isStorableText, NOT_STORABLE } from '../../text/storable-text';
import type { EventsBody } from '../custom-events.schema';

/**
 * Checks what the schema of reported events cannot say. One that is invalid refuses all of them, as in a batch.
 *
 * @throws ServiceError InvalidRequest; InvalidPhoneNumber (`details.recipients`: index and value)
 *
 * **Source:** rules E10.6.
 */
export function readEvents(
  reported: EventsBody['events'],
  { now, nextId }: { now: Date; nextId: () => string },
): CustomEvent[] {
  const invalid = reported.flatMap((event, index) => refuseFields(event, { index, now }));
  if (invalid.length > 0) throw invalidRequest(...invalid);
  const numbers = reported.map(({ to }) => parseE164(to));
  const wrong = reported.flatMap(({ to }, index) =>
    numbers[index] === undefined ? [{ index, value: to }] : [],
  );
  if (wrong.length > 0)
    throw new ServiceError('InvalidPhoneNumber', { cause: 'notE164', details: { recipients: wrong } });
  return reported.flatMap(({ name, key, data, at }, index) => {
    const to = numbers[index];
    if (to === undefined) return [];
    const atMs = at === undefined ? now.getTime() : Math.min(readInstant(at) ?? 0, now.getTime());
    return [{ id: nextId(), name, to, key, data: readData(data), at: new Date(atMs).toISOString() }];
  });
}

function refuseFields(
  { data, at }: EventsBody['events'][number],
  { index, now }: { index: number; now: Date },
): InvalidField[] {
  const place = `/events/${index}`;
  const invalid: InvalidField[] = [];
  if (data !== undefined && Buffer.byteLength(JSON.stringify(data)) > MAX_EVENT_DATA_BYTES)
    invalid.push({
      pointer: `${place}/data`,
      reason: `must have at most ${MAX_EVENT_DATA_BYTES} bytes as JSON`,
    });
  for (const [name, value] of Object.entries(data ?? {}))
    if (typeof value === 'string' && !isStorableText(value))
      invalid.push({ pointer: `${place}/data/${name}`, reason: NOT_STORABLE });
  const atMs = at === undefined ? now.getTime() : readInstant(at);
  if (atMs === undefined)
    invalid.push({
      pointer: `${place}/at`,
      reason: 'must be an ISO time with a zone, such as 2026-12-01T10:00:00Z',
    });
  else if (atMs > now.getTime() + EVENT_AHEAD_AT_MOST_MS)
    invalid.push({ pointer: `${place}/at`, reason: 'must not be in the future' });
  return invalid;
}

/** Returns the values as they are stored: numbers as text, since the table has a narrower range of them. */
const readData = (data: EventsBody['events'][number]['data']): CustomEvent['data'] =>
  data &&
  Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'number' ? String(value) : value]],
    ),
  );
