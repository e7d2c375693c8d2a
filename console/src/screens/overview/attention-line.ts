import type { Overview } from '../../api/schemas';
import { countOf, formatCount, formatDollars } from '../../format/numbers';
import { describeCampaignFailure } from '../../recipients/reasons';

/** Line of the list of matters that need attention. */
interface AttentionLine {
  text: string;
  screen: string;
  isUrgent: boolean;
}

/** Describes a matter, with the screen where a user acts on it. */
export function lineOf(item: Overview['attention'][number]): AttentionLine {
  const line = (text: string, screen: string, isUrgent = false): AttentionLine => ({
    text,
    screen,
    isUrgent,
  });
  switch (item.kind) {
    case 'likelyOptOuts':
      return line(`${countOf(item.count, 'reply', 'replies')} may be an opt-out: decide`, 'inbox', true);
    case 'unreadConversations':
      return line(`${countOf(item.count, 'conversation')} unread`, 'inbox?unread=true');
    case 'awaitingApproval':
      return line(`“${item.name}” waits for an approval`, `campaigns/${item.campaignId}`);
    case 'automationAwaitingApproval':
      return line(`“${item.name}” waits for an approval`, `automations/${item.automationId}`);
    case 'automationPaused':
      return line(`“${item.name}” is paused`, `automations/${item.automationId}`);
    case 'campaignPaused':
      return line(`“${item.name}” is paused`, `campaigns/${item.campaignId}`);
    case 'campaignSentBack':
      return line(`“${item.name}” was sent back: change it`, `campaigns/${item.campaignId}`);
    case 'automationSentBack':
      return line(`“${item.name}” was sent back: change it`, `automations/${item.automationId}`);
    case 'campaignFailed': {
      const why = item.errorCode === undefined ? '' : ` ${describeCampaignFailure(item.errorCode)}`;
      return line(`“${item.name}” could not begin.${why}`, `campaigns/${item.campaignId}`, true);
    }
    case 'lowCredits':
      return line(
        `Few credits left: ${formatCount(item.sms)} SMS, ${formatCount(item.mms)} MMS`,
        'settings',
        true,
      );
    case 'quotaNearlyUsed':
      return line(
        `${formatCount(item.usedToday)} of ${formatCount(item.limit)} texts of today are used`,
        'settings',
        true,
      );
    case 'budgetNearlyUsed':
      return line(
        `${formatDollars(item.spent)} of ${formatDollars(item.budget)} for texts of this month are spent`,
        'usage',
        item.spent >= item.budget,
      );
    case 'webhookFailing':
      return line(`The webhook at ${item.host} fails`, `webhooks/${item.endpointId}`, true);
    case 'webhookDisabled':
      return line(`The webhook at ${item.host} is off`, `webhooks/${item.endpointId}`);
    case 'noActiveNumber':
      return line('The account has no active number: nothing can be sent', 'numbers', true);
  }
}
