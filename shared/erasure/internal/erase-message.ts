import { type Message, readMessage } from '../../messages/message';
import { personOf } from '../../messages/message-writes';
import { messageKey } from '../../platform/store/keys';
import { updateExpression } from '../../platform/store/expressions';
import { isHeld } from '../../platform/store/lease';
import { TURN_REFUSALS } from '../../sending/gate';
import { endUnknown, fail } from '../../sending/single/message-progress';
import { recordSendOutcome } from '../../sending/single/record-send-outcome';
import { idempotencyKey } from '../../platform/store/keys';
import { eraseKeyRecord } from './erase-key-record';
import type { Erased, Eraser, EraserDeps } from './eraser';

/**
 * Erases a message to or from the person, or to another person with merge values of this one. A message that is waiting
 * is ended first, with a refund and a release of its key; one that is being handed over is retried later.
 */
export const eraseMessage: Eraser = async (deps, item) => {
  const message = readMessage(item);
  if (message.erased || !isAboutPerson(deps, message)) return 'done';
  const erased: Message = { ...message, erased: true };
  switch (message.phase) {
    case 'handingOver':
      if (isHeld(message, deps.clock.now())) return 'later';
      await recordSendOutcome(deps, {
        message: erased,
        progress: endUnknown(message.attempts),
        isCallerTold: false,
      });
      return 'later';
    case 'waiting': {
      const refusal = { errorType: 'erased', errorMessage: TURN_REFUSALS.erased };
      await recordSendOutcome(deps, {
        message: erased,
        progress: fail(message.attempts, refusal),
        isCallerTold: false,
      });
      return 'later';
    }
    case 'settled':
      return eraseSettled(deps, message);
  }
};

function isAboutPerson({ people }: EraserDeps, message: Message): boolean {
  const { accountId, createdAt: at, valuesOf } = message;
  const numbers = [personOf(message), ...(valuesOf === undefined ? [] : [valuesOf])];
  return numbers.some((phoneNumber) => people.has({ accountId, phoneNumber, at }));
}

async function eraseSettled(deps: EraserDeps, message: Message): Promise<Erased> {
  const { accountId, idempotencyKey: key } = message;
  // The key goes first, while the message still tells which person it belongs to.
  if (key !== undefined) {
    const record = await deps.table.get(idempotencyKey(accountId, 'message', key));
    if (record && (await eraseKeyRecord(deps, record)) === 'later') return 'later';
  }
  const isInbound = message.direction === 'inbound';
  const isKeyKept = key !== undefined && !deps.people.isNamedIn(accountId, key);
  const result = await deps.table.update({
    Key: messageKey(message.id),
    ...updateExpression(
      {
        set: { ...saidOf(deps, message), to: '', body: '', erased: true, ...(isInbound && { from: '' }) },
        remove: [
          'mediaUrl',
          'statusCallback',
          'valuesOf',
          'gsi3pk',
          'gsi3sk',
          ...(isKeyKept ? [] : ['idempotencyKey']),
        ],
      },
      { names: { '#phase': 'phase' }, values: { ':settled': 'settled' } },
    ),
    ConditionExpression: '#phase = :settled',
  });
  return result.written || !result.found ? 'done' : 'later';
}

/** Removes the number where the provider or the carrier quotes it in an explanation. */
function saidOf({ people }: EraserDeps, message: Message): Partial<Message> {
  const { accountId, createdAt: at, errorMessage, carrierReason, eventDescription, providerReason } = message;
  const said = Object.entries({ errorMessage, carrierReason, eventDescription, providerReason });
  return Object.fromEntries(
    said
      .map(([name, text]) => [name, people.withoutPeople(text, { accountId, at }), text] as const)
      .flatMap(([name, cleaned, text]) => (cleaned === text ? [] : [[name, cleaned]])),
  );
}
