import { readLocalTime } from '../../campaigns/timing/schedule';
import { invalidRequest } from '../../errors/service-error';
import { MAX_AUTOMATION_STEPS } from '../../limits';
import { AUTOMATION_PERSON_PREFIX, AUTOMATION_SHARDS, automationPeoplePk } from '../../platform/store/keys';
import type { Table } from '../../platform/store/table';
import { presentRecipient } from '../../sending/jobs/read/recipient-entry';
import type { AutomationAddress } from '../record/automation';
import { type Person, PERSON_STATUSES, personItem, type PersonStatus } from '../record/person';

/** @throws ServiceError InvalidRequest for an unknown status */
export function readPersonStatus(text: string | undefined): PersonStatus | undefined {
  if (text === undefined) return undefined;
  const status = PERSON_STATUSES.find((one) => one === text);
  if (status) return status;
  throw invalidRequest({ pointer: '?status', reason: `must be one of ${PERSON_STATUSES.join(', ')}` });
}

/** @throws ServiceError InvalidRequest for a text that is not a date and time */
export function readRun(text: string | undefined): string | undefined {
  if (text === undefined || readLocalTime(text) !== undefined) return text;
  throw invalidRequest({ pointer: '?run', reason: 'must be a date and time, such as 2026-12-01T10:00' });
}

/** @throws ServiceError InvalidRequest for a text that is not the place of a step */
export function readStep(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const step = /^\d{1,2}$/.test(text) ? Number(text) : MAX_AUTOMATION_STEPS;
  if (step < MAX_AUTOMATION_STEPS) return step;
  throw invalidRequest({
    pointer: '?step',
    reason: `must be a number from 0 to ${MAX_AUTOMATION_STEPS - 1}`,
  });
}

/** Place in the list: a shard, and the sort key after which the page begins. */
const writePlace = (shard: number, sk: string) => `${shard} ${sk}`;
function readPlace(place = '0'): { shard: number; after: string | undefined } {
  const [shard = '0', after] = place.split(' ');
  return { shard: Number(shard), after };
}

/** Lists a page of the people of an automation. **Source:** rules E1, E10. */
export async function listPeople(
  table: Table,
  options: AutomationAddress & {
    status: PersonStatus | undefined;
    /** Date and time of a run, of a trigger that repeats. */
    run?: string | undefined;
    /** Next step of people who wait; step at which others ended. */
    step?: number | undefined;
    limit: number;
    place: string | undefined;
  },
): Promise<{ people: Person[]; next: string | undefined }> {
  const { status, run, step, limit, place, ...address } = options;
  const terms = [
    ...(status ? ['#status = :status'] : []),
    ...(run === undefined ? [] : ['#entry = :run']),
    ...(step === undefined ? [] : ['#step = :step']),
  ];
  const from = readPlace(place);
  const people: Person[] = [];
  let lastShard = from.shard;
  for (let shard = from.shard; shard < AUTOMATION_SHARDS; shard++) {
    const after = shard === from.shard ? from.after : undefined;
    const items = table.query({
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ...(terms.length > 0 && {
        FilterExpression: terms.join(' AND '),
        ExpressionAttributeNames: {
          ...(status && { '#status': 'status' }),
          ...(run !== undefined && { '#entry': 'entry' }),
          ...(step !== undefined && { '#step': 'step' }),
        },
      }),
      ExpressionAttributeValues: {
        ':pk': automationPeoplePk({ ...address, shard }),
        // The place itself is left out: "!" sorts right behind it.
        ':from': after === undefined ? AUTOMATION_PERSON_PREFIX : `${after}!`,
        ':to': `${AUTOMATION_PERSON_PREFIX}~`,
        ...(status && { ':status': status }),
        ...(run !== undefined && { ':run': run }),
        ...(step !== undefined && { ':step': step }),
      },
      ConsistentRead: true,
    });
    for await (const item of items) {
      const last = people.at(-1);
      if (people.length === limit && last) {
        const { sk } = personItem.key(last);
        return { people, next: writePlace(lastShard, sk) };
      }
      people.push(personItem.read(item));
      lastShard = shard;
    }
  }
  return { people, next: undefined };
}

/** Builds the API form of a person. */
export function presentPerson(person: Person) {
  const { phoneNumber, status, step, version, dueAt, enteredAt, endedAt, reason } = person;
  return {
    ...presentRecipient(phoneNumber),
    ...{ status, step, version, enteredAt },
    ...(dueAt !== undefined && { dueAt }),
    ...(endedAt !== undefined && { endedAt }),
    ...(reason !== undefined && { reason }),
  };
}
