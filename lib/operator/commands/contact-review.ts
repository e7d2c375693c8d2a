import type { Command } from 'commander';
import { acceptLikelyOptOut, dismissLikelyOptOut } from '../../../shared/audience/consent/decide-review';
import { listReviews, type Review } from '../../../shared/audience/consent/review-item';
import { readMessage } from '../../../shared/messages/message';
import type { E164 } from '../../../shared/phone-numbers/e164';
import { messageKey } from '../../../shared/platform/store/keys';
import type { AddVerbs } from '../add-verbs';
import { OperatorError } from '../operator-error';
import { parseCount, parsePhone } from '../option-types';
import type { Report } from '../report';
import type { Target } from '../target';
import { addVerb, requireAccount, withAccount } from '../verb';

interface ReviewOptions {
  account: string;
  phone: E164;
  evidence?: string;
}

const DEFAULT_LIMIT = 100;

/** Adds `contact review …`: texts that are likely refusals, and a person's decisions about them. */
export const addReviewVerbs: AddVerbs = (contact, io) => {
  const noun = contact
    .command('review')
    .description(
      'texts that likely are refusals: the contact is left out of broadcasts, batches and campaigns until you decide',
    )
    .usage('<verb> [options]');
  addVerb<{ account: string; limit: number }>(noun, io, {
    name: 'list',
    summary: 'list the texts that wait for a decision, oldest first',
    declare: (command) =>
      withAccount(command).option('--limit <n>', 'at most so many', parseCount, DEFAULT_LIMIT),
    run: async ({ target }, { account: accountId, limit }) => {
      const account = await requireAccount(target, accountId);
      return reportReviews(target, await listReviews(target.table, { accountId: account.id, limit }));
    },
  });
  addVerb<ReviewOptions>(noun, io, {
    name: 'accept',
    summary: 'it is a refusal: a hard opt-out, exactly as after a STOP',
    declare: withContact,
    run: async ({ target }, options) => decide(target, options, acceptLikelyOptOut),
  });
  addVerb<ReviewOptions>(noun, io, {
    name: 'dismiss',
    summary: 'it is no refusal: the contact gets broadcasts, batches and campaigns again',
    declare: withContact,
    run: async ({ target }, options) => decide(target, options, dismissLikelyOptOut),
  });
};

function withContact(command: Command): Command {
  return withAccount(command)
    .requiredOption('--phone <number>', 'phone number of the contact, E.164', parsePhone)
    .option('--evidence <text>', 'why you decide so; kept in the log');
}

async function decide(
  target: Target,
  options: ReviewOptions,
  decision: typeof acceptLikelyOptOut,
): Promise<Report> {
  const { account: accountId, phone: phoneNumber, evidence } = options;
  await requireAccount(target, accountId);
  if ((await decision(target, { accountId, phoneNumber, evidence })) === 'notPending')
    throw new OperatorError(`No text of ${phoneNumber} waits for a decision.`);
  return {
    json: { phoneNumber, decision: decision === acceptLikelyOptOut ? 'accepted' : 'dismissed' },
    rows: [],
    note:
      decision === acceptLikelyOptOut
        ? `${phoneNumber} has opted out of everything.`
        : `${phoneNumber} is under review no more.`,
  };
}

async function reportReviews(target: Target, reviews: Review[]): Promise<Report> {
  const items = await target.table.batchGet(reviews.map(({ messageId }) => messageKey(messageId)));
  const shown = reviews.map((review, index) => {
    const item = items[index];
    return { ...review, text: item && readMessage(item).body };
  });
  return {
    json: shown,
    head: ['at', 'phone number', 'text', 'message'],
    rows: shown.map(({ at, phoneNumber, text, messageId }) => [at, phoneNumber, text, messageId]),
    ...(reviews.length === 0 && { note: 'No text waits for a decision.' }),
  };
}
