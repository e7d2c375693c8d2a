import Badge from '@cloudscape-design/components/badge';
import Box from '@cloudscape-design/components/box';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import { useSearchParams } from 'react-router';
import { RouteLink } from '../../app/route-link';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { formatDateTime } from '../../format/dates';
import { nameOf } from '../../format/names';
import { EmptyList } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { useInbox } from './use-inbox';
import { useStepKeys } from './use-step-keys';

/** Links to the conversations. */
const LINKS = '.conversation-link a';

/** Screen of the conversations with phones; likely opt-outs come first. */
export function Component() {
  const { path } = useAccount();
  const [params, setParams] = useSearchParams();
  const shown = params.get('unread') === 'true' ? 'unread' : 'all';
  const pages = useInbox(shown);
  useStepKeys((step) => {
    const links = [...document.querySelectorAll<HTMLElement>(LINKS)];
    const at = links.findIndex((link) => link === document.activeElement);
    // Before a conversation has the focus, both keys go to the first.
    links[at < 0 ? 0 : at + step]?.focus();
  }, LINKS);
  return (
    <Screen
      title="Inbox"
      description="What people answered. STOP, YES and HELP are answered by the service and are not here. The keys J and K go through the conversations."
    >
      <SimpleTable
        pages={pages}
        label="Conversations"
        trackBy={({ phoneNumber }) => phoneNumber}
        filter={
          <SegmentedControl
            label="Which conversations"
            selectedId={shown}
            options={[
              { id: 'all', text: 'All' },
              { id: 'unread', text: 'Unread' },
            ]}
            onChange={({ detail }) => setParams(detail.selectedId === 'unread' ? { unread: 'true' } : {})}
          />
        }
        empty={<EmptyList title="Nothing to answer">Replies to your texts appear here.</EmptyList>}
        columns={[
          {
            header: 'From',
            cell: (conversation) => {
              const name = nameOf(conversation);
              return (
                <>
                  <span className="conversation-link">
                    <RouteLink to={path(`inbox/${encodeURIComponent(conversation.phoneNumber)}`)}>
                      {name === '–' ? conversation.phoneNumber : name}
                    </RouteLink>
                  </span>
                  {name !== '–' && (
                    <Box variant="small" display="block">
                      {conversation.phoneNumber}
                    </Box>
                  )}
                </>
              );
            },
          },
          {
            header: 'Last text',
            cell: ({ lastText, unread }) => (
              <Box fontWeight={unread > 0 ? 'bold' : 'normal'}>{lastText ?? 'Picture or file'}</Box>
            ),
          },
          {
            header: 'State',
            cell: ({ unread, likelyOptOut, optedOutAt }) => (
              <>
                {likelyOptOut !== undefined && <Badge color="severity-high">Sounds like an opt-out</Badge>}{' '}
                {optedOutAt !== undefined && <Badge>Opted out</Badge>}{' '}
                {unread > 0 ? <Badge color="blue">{unread} unread</Badge> : 'Read'}
              </>
            ),
          },
          { header: 'Time', cell: ({ lastAt }) => formatDateTime(lastAt) },
        ]}
      />
    </Screen>
  );
}
