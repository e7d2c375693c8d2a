import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
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
    <Container
      fitHeight
      header={
        <Header variant="h2" {...(lines.length > 0 && { counter: `(${lines.length})` })}>
          Needs attention
        </Header>
      }
    >
      {lines.length === 0 ? (
        <StatusIndicator type="success">Nothing needs your attention.</StatusIndicator>
      ) : (
        <ul className="attention whole-cards">
          {lines.map(({ text, screen, isUrgent }) => (
            <li key={text} className={isUrgent ? 'attention-urgent' : undefined}>
              <StatusIndicator type={isUrgent ? 'error' : 'warning'}>
                {isReadable(screen) ? <RouteLink to={path(screen)}>{text}</RouteLink> : text}
              </StatusIndicator>
            </li>
          ))}
        </ul>
      )}
    </Container>
  );
}
