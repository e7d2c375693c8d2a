import { findAccount } from '../../../shared/accounts/account-store';
import { isOver } from '../../../shared/accounts/retention';
import { readJobMessageId } from '../../../shared/sending/jobs/results/job-message-id';
import type { Message } from '../../../shared/messages/message';
import { presentMessageStatus } from '../../../shared/messages/present-message-status';
import { PROVIDER_DETAILS } from '../../../shared/platform/provider/port';
import { findAnyMessage } from '../../../shared/sending/single/find-message';
import { readTimeline } from '../../../shared/texts/read-timeline';
import type { AddVerbs } from '../add-verbs';
import { OperatorError } from '../operator-error';
import type { Report } from '../report';
import type { Target } from '../target';
import { addVerb } from '../verb';

export const addMessageVerbs: AddVerbs = (noun, io) => {
  addVerb<{ id: string }>(noun, io, {
    name: 'show',
    summary: 'tell what happened to a message, single or of a job, in the order of time',
    declare: (command) => command.requiredOption('--id <id>', 'message, as an answer of the API has it'),
    run: async ({ target }, { id }) => {
      const message = await findAnyMessage(target.table, id);
      const account = message && (await findAccount(target.table, message.accountId));
      const isKept = !account || !isOver(account, message.createdAt, target.clock.now());
      if (!message || !isKept) throw new OperatorError(`There is no message ${id}.`);
      return reportMessage(target, message);
    },
  });
};

async function reportMessage(target: Target, message: Message): Promise<Report> {
  const timeline = await readTimeline(target.table, message);
  return {
    json: { ...describe(message), timeline },
    head: ['time', 'what', 'details'],
    rows: timeline.map(({ at, what, details }) => [at, what, details]),
    note: `Account ${message.accountId}. Log lines: filter messageId = "${message.id}"`,
  };
}

/** Presents a message as the API does, with the properties that the API leaves out. */
function describe(message: Message) {
  const { id, accountId, purpose, phase, attempts, charge, settledAt, nextAttemptAt } = message;
  const { providerRequestId, providerReason } = message;
  return {
    ...presentMessageStatus(message),
    ...{ accountId, jobId: readJobMessageId(id)?.jobId, purpose, phase, attempts, charge },
    ...{ settledAt, nextAttemptAt, providerRequestId, providerReason },
    ...Object.fromEntries(PROVIDER_DETAILS.map((name) => [name, message[name]])),
  };
}
