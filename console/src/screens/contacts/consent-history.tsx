import Steps from '@cloudscape-design/components/steps';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import { unwrap } from '../../api/client';
import { useAccount } from '../../app/session';
import { RouteLink } from '../../app/route-link';
import { LoadingScreen } from '../../app/loading-screen';
import { formatDateTime } from '../../format/dates';
import { EmptyList, LoadError } from '../../lists/list-states';
import { usePages } from '../../lists/use-pages';
import { ACTORS, describeConsent, isRefusal, words } from './describe-consent';

/** Table of a contact's consents and refusals, oldest first: the proof of consent. */
export function ConsentHistory({ phoneNumber }: { phoneNumber: string }) {
  const { id, api, path } = useAccount();
  const pages = usePages({
    queryKey: [id, `contacts/${encodeURIComponent(phoneNumber)}/consent`],
    fetchPage: () =>
      unwrap(api.GET('/console/api/contacts/{phoneNumber}/consent', { params: { path: { phoneNumber } } })),
  });
  if (pages.error !== undefined) return <LoadError error={pages.error} onRetry={pages.reload} />;
  if (pages.isLoading) return <LoadingScreen />;
  return (
    <Container header={<Header variant="h2">Consent history</Header>}>
      {pages.items.length === 0 ? (
        <EmptyList title="No consent was recorded">It begins when the contact joins a group.</EmptyList>
      ) : (
        <Steps
          ariaLabel="Consent history, oldest first"
          steps={pages.items.map((entry) => ({
            status: isRefusal(entry.action) ? 'stopped' : 'success',
            statusIconAriaLabel: words(entry.action),
            header: describeConsent(entry),
            details: (
              <>
                {formatDateTime(entry.at)} · {words(entry.reason)} · by {ACTORS[entry.actor] ?? entry.actor}
                {entry.evidence !== undefined && <div className="wrap-anywhere">“{entry.evidence}”</div>}
                {entry.messageId !== undefined && (
                  <div>
                    <RouteLink to={path(`messages/${entry.messageId}`)}>The text</RouteLink>
                  </div>
                )}
              </>
            ),
          }))}
        />
      )}
    </Container>
  );
}
