import { keepCustomEvents, readOutboxItem } from '../../outbox/outbox';
import { withoutAnswers } from '../../webhooks/attempt-history';
import { eraseFromDelivery, readDelivery } from '../../webhooks/delivery';
import { eraseEvent } from './erase-event';
import type { Eraser } from './eraser';

/**
 * Erases the payload of a webhook delivery, whether it is waiting, delivered or given up, and what its receiver
 * answered. Of another person's delivery it erases the answers that name the person.
 */
export const eraseDelivery: Eraser = async (deps, item) => {
  const delivery = readDelivery(item);
  const { accountId, payload, history } = delivery;
  if (!deps.people.isOfAccount(accountId)) return 'done';
  const detail = eraseEvent(deps.people, JSON.parse(payload) as object);
  const isKept = (answer: string) => !detail && !deps.people.isNamedIn(accountId, answer);
  const kept = history && withoutAnswers(history, isKept);
  if (!detail && kept === history) return 'done';
  const erased = { ...(detail && { payload: JSON.stringify(detail) }), history: kept };
  const updated = await deps.table.update(eraseFromDelivery(delivery, erased));
  return updated.written || !updated.found ? 'done' : 'later';
};

/** Erases an event that has not reached the bus or its worker, or was not acknowledged. */
export const eraseOutboxEntry: Eraser = async (deps, item) => {
  const { entry, createdAt } = readOutboxItem(item);
  if (entry.kind === 'customEvents') {
    const { accountId } = entry;
    const others = entry.events.filter(
      ({ to }) => !deps.people.has({ accountId, phoneNumber: to, at: createdAt }),
    );
    const events = deps.people.withoutPeople(others, { accountId, at: createdAt });
    const isSame = events.length === entry.events.length && events === others;
    if (!isSame) await deps.table.update(keepCustomEvents({ key: item, entry, events }));
    return 'done';
  }
  if (entry.kind !== 'event') return 'done';
  const detail = eraseEvent(deps.people, entry.event.detail);
  if (!detail) return 'done';
  await deps.table.update({
    Key: { pk: item.pk, sk: item.sk },
    UpdateExpression: 'SET #entry.#event.#detail = :detail',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: { '#entry': 'entry', '#event': 'event', '#detail': 'detail' },
    ExpressionAttributeValues: { ':detail': detail },
  });
  return 'done';
};
