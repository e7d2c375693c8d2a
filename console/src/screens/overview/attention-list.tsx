import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { Overview } from '../../api/schemas';
import { RouteLink } from '../../app/route-link';
import { useAccount } from '../../app/session';
import { lineOf } from './attention-line';

/** List of matters that a user has to act on, with links to their screens. */
export function AttentionList({ items }: { items: Overview['attention'] }) {
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
