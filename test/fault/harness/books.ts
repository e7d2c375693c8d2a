import type { Item } from '../../../shared/platform/store/item';
import { readJobMessageId } from '../../../shared/sending/jobs/results/job-message-id';
import { findWrongAutomations } from './automation-books';
import { findWrongCampaigns } from './campaign-books';
import { findWrongConsent } from './consent-books';
import { findWrongEvents } from './event-books';
import { findWrongFeedback } from './feedback-books';
import { findWrongLookUps } from './look-up-books';
import { readHandOvers } from './hand-over-books';
import { findWrongMoney } from './money-books';
import { findTooManyTexts } from './opt-in-text-books';
import type { WorldAccount } from './seeded-account';
import type { Traffic } from './traffic';
import { findWrongExports } from './export-books';
import { findWrongHolds } from './hold-books';
import { findWrongImports } from './import-books';
import { findWrongSenders } from './sender-books';
import { findWrongCancels } from './stop-books';
import type { World } from './world';

/** Data of a run after all work has ended. */
export interface Evidence {
  world: World;
  accounts: WorldAccount[];
  traffic: Traffic;
  /** All items of the table. */
  items: Item[];
}

/**
 * Compares the answers to callers, the provider's messages, the events on the bus and the table.
 *
 * @returns sentences about the violations
 */
export async function findWrong(evidence: Evidence): Promise<string[]> {
  const handOvers = await readHandOvers(evidence);
  return [
    ...handOvers.wrong,
    ...evidence.accounts.flatMap((account) => [
      ...findWrongMoney(evidence, account, handOvers),
      ...findWrongConsent(evidence, account),
      ...findTooManyTexts(handOvers.messages, account),
    ]),
    ...findWrongCampaigns(evidence, handOvers),
    ...findWrongAutomations(evidence, handOvers),
    ...findWrongCancels(evidence, handOvers),
    ...findWrongHolds(evidence, handOvers),
    ...findWrongSenders(evidence, handOvers),
    ...findWrongLookUps(evidence, handOvers),
    ...findWrongFeedback(evidence, handOvers),
    ...findWrongImports(evidence, handOvers),
    ...findWrongExports(evidence),
    ...findWrongEvents(evidence, handOvers),
    ...findLeftOver(evidence),
    ...findUnkept(evidence),
    ...findForeignAnswers(evidence),
  ];
}

/** Finds work, leases and write-aheads that no worker will finish. */
function findLeftOver({ items }: Evidence): string[] {
  return items.flatMap((item) => {
    const { pk, sk, gsi1pk } = item as Item & { gsi1pk?: string };
    const name = `${pk}/${sk}`;
    if (gsi1pk !== undefined) return [`${name} still waits in ${gsi1pk}`];
    if (sk === 'OUTBOX') return [`${name} was not relayed`];
    if (sk.startsWith('PROGRESS#') && (item.owner !== undefined || item.inFlight !== undefined)) {
      return [`${name} has an owner, or a note of who is in flight`];
    }
    return [];
  });
}

/** Finds answers about a job's recipient to single sends under its key that were to another number. */
function findForeignAnswers({ traffic }: Evidence): string[] {
  return traffic.asked
    .filter(({ operation }) => operation === 'sendMessage')
    .flatMap(({ body, answers }) =>
      answers
        .filter((answer) => answer.status === 201 && readJobMessageId(String(answer.body.id)) !== undefined)
        .filter((answer) => answer.body.to !== body?.to)
        .map((answer) => `${String(answer.body.id)} is the answer to a send to another number`),
    );
}

/** Finds answers to callers that the table contradicts. */
function findUnkept({ traffic, items }: Evidence): string[] {
  const known = new Map(items.map((item) => [`${item.pk}/${item.sk}`, item]));
  return traffic.asked.flatMap(({ operation, answers }) =>
    answers.flatMap(({ status, body }) => {
      const id = String(body.id);
      if ((operation === 'sendBroadcast' || operation === 'sendBatch') && status === 202) {
        return known.has(`JOB#${id}/JOB`) ? [] : [`the job ${id} was answered and does not exist`];
      }
      if (operation !== 'sendMessage' || status !== 201 || id.startsWith('msg_') === false) return [];
      const item = known.get(`MESSAGE#${id}/MESSAGE`);
      // A send with a key may have been answered with the message of a job's recipient.
      if (!item) return isOfJob(id, known) ? [] : [`the message ${id} was answered and does not exist`];
      return body.status === 'sent' && item.status !== 'sent'
        ? [`${id} was answered as sent and is not`]
        : [];
    }),
  );
}

const isOfJob = (messageId: string, known: Map<string, Item>) =>
  [...known.keys()].some((key) => key.endsWith('/JOB') && messageId.includes(key.slice(8, -4)));
