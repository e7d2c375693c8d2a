import { readCreditShard } from '../../../shared/accounts/internal/credit-shard';
import { readAccount } from '../../../shared/accounts/account';
import { accountKey, quotaKey } from '../../../shared/platform/store/keys';
import { campaignItem } from '../../../shared/campaigns/record/campaign';
import type { Evidence } from './books';
import type { HandOvers } from './hand-over-books';
import type { WorldAccount } from './seeded-account';

/**
 * Finds wrong balances and quotas. Credits that were not refunded belong to recipients that were, or may have been,
 * handed over; the quota counts acceptance and opt-in texts.
 */
export function findWrongMoney(
  { items }: Evidence,
  account: WorldAccount,
  { all, messages, jobs }: HandOvers,
): string[] {
  const wrong: string[] = [];
  const spent = { sms: 0, mms: 0 };
  const mayBeOut = new Set(
    all.filter(({ end }) => end === 'sent' || end === 'unknown').map(({ messageId }) => messageId),
  );
  const attemptedKeys = new Set<string>();
  const attempts = all.filter(({ accountId, key }) => accountId === account.id && key !== undefined);
  for (const { key, end } of attempts) if (end === 'unknown' || end === 'sent') attemptedKeys.add(key ?? '');
  for (const message of messages) {
    if (message.accountId !== account.id || message.purpose !== 'send') continue;
    const { id, charge, mediaUrl, idempotencyKey: key } = message;
    if (mayBeOut.has(id)) {
      spent.sms += charge.sms;
      spent.mms += charge.mms;
    }
    const isPaidInFull = charge.sms === 2 && charge.mms === (mediaUrl === undefined ? 0 : 1);
    if (!isPaidInFull && !(key !== undefined && attemptedKeys.has(key))) wrong.push(`${id} was not charged`);
  }
  const ownJobs = jobs.filter(({ accountId }) => accountId === account.id);
  const accepted = new Map<string, number>();
  /** A campaign's quota is taken with its audience, on the day of its beginning or the next one. */
  let takenByCampaigns = 0;
  const campaignsOut = new Set<string>();
  for (const job of ownJobs) {
    const out = all.filter(({ jobId, messageId }) => jobId === job.id && mayBeOut.has(messageId)).length;
    if (job.campaignId !== undefined && out > 0) campaignsOut.add(job.campaignId);
    spent.sms += out * job.chargePerRecipient.sms + (out > 0 ? job.baseCharge.sms : 0);
    spent.mms += out * job.chargePerRecipient.mms + (out > 0 ? job.baseCharge.mms : 0);
    if (job.campaignId !== undefined) {
      takenByCampaigns += job.totalRecipients;
      continue;
    }
    const day = job.createdAt.slice(0, 10);
    accepted.set(day, (accepted.get(day) ?? 0) + job.totalRecipients);
  }
  for (const campaign of items
    .filter(({ entity }) => entity === campaignItem.entity)
    .map(campaignItem.read)) {
    if (!campaignsOut.has(campaign.id)) continue;
    spent.sms += campaign.baseCharge?.sms ?? 0;
    spent.mms += campaign.baseCharge?.mms ?? 0;
  }
  for (const { accountId, purpose, createdAt } of messages) {
    if (accountId !== account.id || (purpose !== 'optInMessage' && purpose !== 'optInConfirmation')) continue;
    const day = createdAt.slice(0, 10);
    accepted.set(day, (accepted.get(day) ?? 0) + 1);
  }
  const item = items.find(({ pk, sk }) => pk === accountKey(account.id).pk && sk === 'ACCOUNT');
  const shards = items.filter(({ pk }) => pk.startsWith(`CREDIT_SHARD#${account.id}#`)).map(readCreditShard);
  const balance = item && readAccount(item);
  const left = {
    sms: shards.reduce((total, shard) => total + shard.sms, balance?.smsCredits ?? 0),
    mms: shards.reduce((total, shard) => total + shard.mms, balance?.mmsCredits ?? 0),
  };
  const sms = account.credits.sms - spent.sms;
  const mms = account.credits.mms - spent.mms;
  if (left.sms !== sms || left.mms !== mms) {
    wrong.push(`${account.id} has ${left.sms} and ${left.mms} credits instead of ${sms} and ${mms}`);
  }
  if ([left.sms, left.mms, ...shards.flatMap((shard) => [shard.sms, shard.mms])].some((one) => one < 0))
    wrong.push(`${account.id} has a balance below zero`);
  if (sms < 0 || mms < 0) wrong.push(`${account.id} has spent more than it had`);
  const used = items.filter(({ pk }) => pk.startsWith(`QUOTA#${account.id}#`));
  const days = new Set([...accepted.keys(), ...used.map(({ pk }) => pk.slice(-10))]);
  for (const day of days) {
    const counted =
      (used.find(({ pk }) => pk === quotaKey(account.id, day).pk)?.used as number | undefined) ?? 0;
    const expected = accepted.get(day) ?? 0;
    takenByCampaigns -= counted - expected;
    const isWrong = ownJobs.some(({ kind }) => kind === 'campaign')
      ? counted < expected
      : counted !== expected;
    if (isWrong) wrong.push(`the quota of ${account.id} counts ${counted} of ${expected} on ${day}`);
  }
  if (takenByCampaigns !== 0)
    wrong.push(`the quota of ${account.id} counts ${-takenByCampaigns} too many of campaigns`);
  return wrong;
}
