import {
  type CustomFieldSchema,
  normalizeLabel,
  visibleFields,
} from '../../../audience/custom-fields/custom-field-schema';
import type { Audience } from '../../../audience/segments/audience';
import { readTimeOfDay } from '../../../calendar/time-of-day';
import { invalidRequest } from '../../../errors/service-error';
import type { StoredCondition, StoredTrigger } from '../../record/automation';
import type { AutomationBody } from '../../record/automation.schema';

type TriggerBody = AutomationBody['trigger'];
type ReadAudience = (audience: Audience, pointer: string) => Promise<StoredCondition>;

const BEGINNINGS = ['joined', 'event', 'date', 'every'] as const;
/** Properties beside each beginning. */
const BESIDE: Readonly<Record<(typeof BEGINNINGS)[number], ReadonlyArray<keyof TriggerBody>>> = {
  joined: [],
  event: [],
  date: ['offsetDays', 'at'],
  every: ['on', 'at', 'audience'],
};
const CUSTOM_FIELD_PREFIX = 'customFields.';

/**
 * Checks a trigger, and looks up its field and its audience.
 *
 * @throws ServiceError InvalidRequest, the errors of `read`
 *
 * **Source:** rules E10.
 */
export async function readTrigger(
  trigger: TriggerBody,
  { schema, read }: { schema: CustomFieldSchema; read: ReadAudience },
): Promise<StoredTrigger> {
  const [begins, ...others] = BEGINNINGS.filter((name) => trigger[name] !== undefined);
  if (begins === undefined || others.length > 0)
    throw invalidRequest({ pointer: '/trigger', reason: `must have one of ${BEGINNINGS.join(', ')}` });
  const known: readonly string[] = [begins, ...BESIDE[begins]];
  const [wrong] = Object.keys(trigger).filter((name) => !known.includes(name));
  if (wrong !== undefined)
    throw invalidRequest({ pointer: `/trigger/${wrong}`, reason: `not allowed beside ${begins}` });
  const { joined, event, date } = trigger;
  if (joined !== undefined) return { joined };
  if (event !== undefined) return { event };
  return date === undefined ? readRepeated(trigger, read) : readDate(trigger, { date, schema, read });
}

function readAt({ at }: TriggerBody): string {
  if (at === undefined || readTimeOfDay(at) === undefined)
    throw invalidRequest({ pointer: '/trigger/at', reason: 'must be a time, such as 09:00' });
  return at;
}

async function readDate(
  trigger: TriggerBody,
  { date, schema, read }: { date: string; schema: CustomFieldSchema; read: ReadAudience },
): Promise<StoredTrigger> {
  const at = readAt(trigger);
  const { offsetDays } = trigger;
  if (offsetDays === undefined)
    throw invalidRequest({ pointer: '/trigger/offsetDays', reason: 'required beside date' });
  const label = normalizeLabel(date.slice(CUSTOM_FIELD_PREFIX.length));
  const isDate = date.startsWith(CUSTOM_FIELD_PREFIX)
    ? visibleFields(schema).some((one) => normalizeLabel(one.label) === label && one.type === 'DATE')
    : date === 'birthDate';
  if (!isDate)
    throw invalidRequest({
      pointer: '/trigger/date',
      reason: 'must be birthDate or customFields.<label> of a field of type DATE',
    });
  const hasDate = { filter: { field: date, op: 'exists', value: true } };
  return { date: await read(hasDate, '/trigger/date'), offsetDays, at };
}

async function readRepeated(trigger: TriggerBody, read: ReadAudience): Promise<StoredTrigger> {
  const { every, on } = trigger;
  const at = readAt(trigger);
  if (!trigger.audience)
    throw invalidRequest({ pointer: '/trigger/audience', reason: 'required beside every' });
  const audience = await read(trigger.audience, '/trigger/audience');
  const refuse = (reason: string) => invalidRequest({ pointer: '/trigger/on', reason });
  switch (every) {
    case 'week':
      if (typeof on === 'number') throw refuse('must be weekdays, such as ["MON"], for week');
      return { every, on: on && [...on], at, audience };
    case 'month':
      if (typeof on === 'object') throw refuse('must be a day of the month, 1 to 31, for month');
      return { every, on, at, audience };
    default:
      if (on !== undefined) throw refuse('not allowed for day');
      return { every: 'day', at, audience };
  }
}
