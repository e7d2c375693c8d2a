import { type Command, Option } from 'commander';
import type { Campaign } from '../../../shared/campaigns/record/campaign';
import { type CampaignPlace, readCampaignPlace } from '../../../shared/campaigns/run/campaign-place';
import { listCampaignRecipients } from '../../../shared/campaigns/run/list-campaign-recipients';
import { MAX_RECIPIENTS_LIMIT } from '../../../shared/limits';
import type { RecipientEntry } from '../../../shared/sending/jobs/read/recipient-entry';
import { readRecipientsFilter, RECIPIENT_STATUSES } from '../../../shared/sending/jobs/read/recipients-query';
import type { Report } from '../report';
import type { Target } from '../target';
import { type RecipientOptions, reportEntries, withOutcomeFilters } from './job-recipients';

export function withCampaignFilters(command: Command): Command {
  return withOutcomeFilters(
    command.addOption(new Option('--status <status>', 'only these').choices(RECIPIENT_STATUSES)),
  );
}

/** Reports the outcomes of a campaign's recipients, page after page until there are enough. */
export async function reportCampaignRecipients(
  target: Target,
  campaign: Campaign,
  options: RecipientOptions,
): Promise<Report> {
  const { status, deliveryStatus, reason, limit } = options;
  const filter = readRecipientsFilter({ status, deliveryStatus, reason });
  const entries: RecipientEntry[] = [];
  let from: CampaignPlace | undefined = readCampaignPlace();
  while (from !== undefined && entries.length < limit) {
    const page: Awaited<ReturnType<typeof listCampaignRecipients>> = await listCampaignRecipients(target, {
      ...{ campaign, filter, from, isWhole: true },
      limit: Math.min(MAX_RECIPIENTS_LIMIT, limit - entries.length),
    });
    entries.push(...page.results);
    from = page.next;
  }
  const { head = [], rows, ...report } = reportEntries(entries, { hasMore: from !== undefined });
  return {
    ...report,
    head: [...head, 'due at'],
    rows: rows.map((row, index) => [...row, entries[index]?.dueAt]),
  };
}
