import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { RouteLink } from '../../app/route-link';
import { useAccount } from '../../app/session';
import { countOf, formatCount } from '../../format/numbers';
import { describeCampaignFailure } from '../../recipients/reasons';
import type { Attention } from './overview';

interface Line {
  text: string;
  screen: string;
  isUrgent: boolean;
}

function lineOf(item: Attention): Line {
  const line = (text: string, screen: string, isUrgent = false): Line => ({
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
    case 'campaignPaused':
      return line(`“${item.name}” is paused`, `campaigns/${item.campaignId}`);
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
    case 'webhookFailing':
      return line(`The webhook at ${item.host} fails`, `webhooks/${item.endpointId}`, true);
    case 'webhookDisabled':
      return line(`The webhook at ${item.host} is off`, `webhooks/${item.endpointId}`);
    case 'noActiveNumber':
      return line('The account has no active number: nothing can be sent', 'numbers', true);
  }
}

/** List of matters that a user has to act on, with links to their screens. */
export function AttentionList({ items }: { items: Attention[] }) {
  const { path, can } = useAccount();
  // Webhooks are for administrators.
  const isReadable = (screen: string) => !screen.startsWith('webhooks/') || can('account:admin');
  const lines = items.map(lineOf);
  return (
    <Container header={<Header variant="h2">Needs attention</Header>}>
      <SpaceBetween size="xs">
        {lines.length === 0 && (
          <StatusIndicator type="success">Nothing needs your attention.</StatusIndicator>
        )}
        {lines.map(({ text, screen, isUrgent }) => (
          <StatusIndicator key={text} type={isUrgent ? 'error' : 'warning'}>
            {isReadable(screen) ? <RouteLink to={path(screen)}>{text}</RouteLink> : text}
          </StatusIndicator>
        ))}
      </SpaceBetween>
    </Container>
  );
}
