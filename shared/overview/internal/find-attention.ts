import type { Account } from '../../accounts/account';
import type { Charge } from '../../accounts/charge';
import type { Decision } from '../../approvals/approval';
import { listReviews } from '../../audience/consent/review-item';
import type { Automation } from '../../automations/record/automation';
import { findAutomations } from '../../automations/record/automation-store';
import type { Campaign } from '../../campaigns/record/campaign';
import { epochMs } from '../../platform/clock';
import type { Platform } from '../../platform/platform';
import type { Table } from '../../platform/store/table';
import { listNumbers } from '../../senders/number-store';
import { readPriceOfMonth } from '../read-usage';
import { countUnread } from '../../texts/list-conversations';
import { listEndpoints } from '../../webhooks/manage-endpoints';

/** Matter that a user should look at. */
export type Attention =
  | { kind: 'likelyOptOuts' | 'unreadConversations'; count: number }
  | { kind: 'awaitingApproval' | 'campaignPaused' | 'campaignSentBack'; campaignId: string; name: string }
  | {
      kind: 'campaignFailed';
      campaignId: string;
      name: string;
      errorCode: number | undefined;
      at: string;
    }
  | {
      kind: 'automationAwaitingApproval' | 'automationPaused' | 'automationSentBack';
      automationId: string;
      name: string;
    }
  | { kind: 'noActiveNumber' }
  | { kind: 'lowCredits'; sms: number; mms: number }
  | { kind: 'quotaNearlyUsed'; limit: number; usedToday: number }
  /** In US dollars. */
  | { kind: 'budgetNearlyUsed'; budget: number; spent: number }
  | { kind: 'webhookFailing'; endpointId: string; host: string; since: string }
  | { kind: 'webhookDisabled'; endpointId: string; host: string; reason: string };

/** Balance of SMS credits below which they are soon used up. */
const FEW_CREDITS = 500;
const NEARLY = 0.9;
const NEARLY_SPENT = 0.8;
/** Time for which a campaign that could not begin, or was sent back, is listed. */
const SHOWN_FOR_MS = 7 * 24 * 60 * 60 * 1000;
/** Most reviews and unread conversations that are counted. */
const MOST_COUNTED = 100;

interface Known {
  account: Account;
  /** Newest campaigns. */
  campaigns: readonly Campaign[];
  credits: Charge;
  quota: { limit: number; usedToday: number };
  /** ISO time; older texts have expired. */
  since: string;
}

/** Returns what needs attention in an account, most urgent first. */
export async function findAttention(
  { table, clock }: Pick<Platform, 'table' | 'clock'>,
  known: Known,
): Promise<Attention[]> {
  const { account, credits, quota, since } = known;
  const { id: accountId } = account;
  const [reviews, numbers, webhooks, unread, automations, budget] = await Promise.all([
    listReviews(table, { accountId, limit: MOST_COUNTED }),
    listNumbers(table, accountId),
    webhookTroubles(table, accountId),
    countUnread(table, { accountId, since, most: MOST_COUNTED }),
    findAutomations(table, accountId),
    budgetTrouble({ table, clock }, account),
  ]);
  const shownSince = new Date(epochMs(clock) - SHOWN_FOR_MS).toISOString();
  return [
    ...(reviews.length > 0 ? [{ kind: 'likelyOptOuts' as const, count: reviews.length }] : []),
    ...known.campaigns.flatMap((campaign) => campaignTrouble(campaign, shownSince)),
    ...automations.flatMap((automation) => automationTrouble(automation, shownSince)),
    ...(numbers.some(({ status }) => status === 'Active') ? [] : [{ kind: 'noActiveNumber' as const }]),
    ...(credits.sms < FEW_CREDITS ? [{ kind: 'lowCredits' as const, ...credits }] : []),
    ...(quota.usedToday >= quota.limit * NEARLY ? [{ kind: 'quotaNearlyUsed' as const, ...quota }] : []),
    ...budget,
    ...webhooks,
    ...(unread > 0 ? [{ kind: 'unreadConversations' as const, count: unread }] : []),
  ];
}

function campaignTrouble(campaign: Campaign, shownSince: string): Attention[] {
  const { id: campaignId, name, status, decision, errorCode, updatedAt: at } = campaign;
  switch (status) {
    case 'awaitingApproval':
      return [{ kind: 'awaitingApproval', campaignId, name }];
    case 'paused':
      return [{ kind: 'campaignPaused', campaignId, name }];
    case 'failed':
      return at >= shownSince ? [{ kind: 'campaignFailed', campaignId, name, errorCode, at }] : [];
    case 'draft':
      return isSentBack(decision, shownSince) ? [{ kind: 'campaignSentBack', campaignId, name }] : [];
    case 'scheduled':
    case 'selecting':
    case 'sending':
    case 'completed':
    case 'cancelled':
      return [];
  }
}

function automationTrouble(automation: Automation, shownSince: string): Attention[] {
  const { id: automationId, name, status, decision } = automation;
  if (status === 'awaitingApproval') return [{ kind: 'automationAwaitingApproval', automationId, name }];
  if (status === 'paused') return [{ kind: 'automationPaused', automationId, name }];
  return status === 'draft' && isSentBack(decision, shownSince)
    ? [{ kind: 'automationSentBack', automationId, name }]
    : [];
}

/** Returns true for a decision that sent a draft back, not long ago. */
const isSentBack = (decision: Decision | undefined, shownSince: string): boolean =>
  decision?.status === 'rejected' && decision.at >= shownSince;

async function budgetTrouble(
  deps: Pick<Platform, 'table' | 'clock'>,
  account: Account,
): Promise<Attention[]> {
  const { monthlyBudget: budget } = account;
  if (budget === undefined) return [];
  const spent = await readPriceOfMonth(deps, account);
  return spent >= budget * NEARLY_SPENT ? [{ kind: 'budgetNearlyUsed', budget, spent }] : [];
}

async function webhookTroubles(table: Table, accountId: string): Promise<Attention[]> {
  const endpoints = await listEndpoints(table, accountId);
  return endpoints.flatMap(({ endpoint, endpointQueue }): Attention[] => {
    const { id: endpointId, status, disabledReason } = endpoint;
    // The rest of the URL is for administrators: it may contain a secret.
    const { host } = new URL(endpoint.url);
    // A user has disabled it on purpose.
    if (status === 'disabled') {
      return disabledReason === undefined || disabledReason === 'operator'
        ? []
        : [{ kind: 'webhookDisabled', endpointId, host, reason: disabledReason }];
    }
    const since = endpointQueue?.failingSince;
    return since === undefined ? [] : [{ kind: 'webhookFailing', endpointId, host, since }];
  });
}
