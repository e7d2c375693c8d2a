import { readKeyword } from '../inbound/keyword';
import { parsePhoneOfText } from '../phone-numbers/e164';
import { type DeadLetters, firstSentAtOf, type Letter } from '../platform/queues/dead-letters';
import type { Platform } from '../platform/platform';
import type { InboundText, ProviderEvents } from '../platform/provider/port';
import { updateExpression } from '../platform/store/expressions';
import { contactKey } from '../platform/store/keys';
import { numberOwnerItem } from '../senders/number-store';
import { eraseEvent } from './internal/erase-event';
import type { Erasure } from './erasure';
import { People } from './internal/people';

/** Dead-letter queues, and the reader of the texts in them. */
export interface DeadLetterDeps extends Pick<ProviderEvents, 'readInboundText'> {
  deadLetters: DeadLetters;
}

type Deps = Pick<Platform, 'table'> & DeadLetterDeps;
type Fields = Record<string, unknown>;

/** Queues whose messages can hold a number or a text; those of the others hold only ids. */
const PERSONAL_QUEUES = ['event', 'receipt', 'inbound'] as const;
export type PersonalQueue = (typeof PERSONAL_QUEUES)[number];

/**
 * Removes people from dead letters. An event or a receipt goes back to its queue without the person, so that the
 * account still learns of it and the counts stay right. A STOP is recorded as the opt-out that outlives the erasure;
 * other texts are deleted.
 *
 * @param options.mayGoOn called before each ten letters
 * @returns `later` when the time was up before all letters were checked
 *
 * **Source:** rules E2.
 */
export async function eraseDeadLetters(
  deps: Deps,
  erasures: readonly Erasure[],
  { mayGoOn }: { mayGoOn: () => Promise<boolean> },
): Promise<'done' | 'later'> {
  const ended = await Promise.all(
    PERSONAL_QUEUES.map(async (queue) =>
      deps.deadLetters.sift(queue, {
        mayGoOn,
        deal: async (letter) => deal(deps, { queue, letter, erasures }),
      }),
    ),
  );
  return ended.every(Boolean) ? 'done' : 'later';
}

async function deal(
  deps: Deps,
  { queue, letter, erasures }: { queue: PersonalQueue; letter: Letter; erasures: readonly Erasure[] },
): Promise<boolean> {
  const body = readBody(letter);
  // No worker can ever read it, and its account is not known.
  if (!body) return namesAny(erasures, letter.Body ?? '');
  switch (queue) {
    case 'event':
      return putBack(deps, queue, letter, withoutPeople(body, erasures));
    case 'receipt':
      return putBack(deps, queue, letter, withoutNumbers(body, erasures));
    case 'inbound':
      return takeText(deps, { letter, body, erasures });
  }
}

async function putBack(
  { deadLetters }: Deps,
  queue: PersonalQueue,
  letter: Letter,
  body: Fields | undefined,
): Promise<boolean> {
  return body !== undefined && deadLetters.putBack(queue, { ...letter, Body: JSON.stringify(body) });
}

function withoutPeople(body: Fields, erasures: readonly Erasure[]): Fields | undefined {
  const { detail } = body;
  if (typeof detail !== 'object' || detail === null) return undefined;
  const erased = eraseEvent(new People(erasures), detail);
  return erased && { ...body, detail: erased };
}

/** Removes fields that hold a number: workers read nothing from a receipt that is a phone number. */
function withoutNumbers(body: Fields, erasures: readonly Erasure[]): Fields | undefined {
  const kept = Object.entries(body).filter(
    ([, value]) => typeof value !== 'string' || !namesAny(erasures, value),
  );
  return kept.length === Object.keys(body).length ? undefined : Object.fromEntries(kept);
}

/** @returns false for a text of another person, to a number of another account, or from after the erasure */
async function takeText(
  deps: Deps,
  { letter, body, erasures }: { letter: Letter; body: Fields; erasures: readonly Erasure[] },
): Promise<boolean> {
  const text = readText(deps, body);
  if (!text) return namesAny(erasures, letter.Body ?? '');
  const from = parsePhoneOfText(text.rawFrom);
  const sentAt = new Date(Number(firstSentAtOf(letter) ?? 0)).toISOString();
  const owner = numberOwnerItem.readIfAny(await deps.table.get(numberOwnerItem.key(text.to)));
  const owners = [owner?.accountId, owner?.previous?.accountId];
  const meant = erasures.filter(
    ({ accountId, phoneNumbers, requestedAt }) =>
      from !== undefined &&
      phoneNumbers.includes(from) &&
      owners.includes(accountId) &&
      sentAt <= requestedAt,
  );
  if (readKeyword(text.body) === 'stop') {
    for (const erasure of meant) await keepOptOut(deps, { erasure, at: sentAt });
  }
  return meant.length > 0;
}

/**
 * Records the opt-out on the contact item that the erasure keeps until its end, when it moves under the hash of the
 * number.
 */
async function keepOptOut({ table }: Deps, { erasure, at }: { erasure: Erasure; at: string }): Promise<void> {
  const { id, accountId, phoneNumbers } = erasure;
  for (const phoneNumber of phoneNumbers) {
    await table.update({
      Key: contactKey(accountId, phoneNumber),
      ...updateExpression(
        { setIfAbsent: { hardOptOut: { at, source: 'stop' } }, add: { version: 1 } },
        { values: { ':mine': id }, names: { '#erasureId': 'erasureId' } },
      ),
      ConditionExpression: '#erasureId = :mine',
    });
  }
}

const namesAny = (erasures: readonly Erasure[], text: string): boolean => {
  const digits = text.replace(/\D/g, '');
  return erasures.some(({ phoneNumbers }) => phoneNumbers.some((phone) => digits.includes(phone.slice(1))));
};

function readBody({ Body: body = '' }: Letter): Fields | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

function readText({ readInboundText }: Deps, body: Fields): InboundText | undefined {
  try {
    return readInboundText(body);
  } catch {
    return undefined;
  }
}
