import Badge from '@cloudscape-design/components/badge';
import Box from '@cloudscape-design/components/box';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import { useSearchParams } from 'react-router';
import { unwrap } from '../../api/client';
import { RouteLink } from '../../app/route-link';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { formatDateTime } from '../../format/dates';
import { nameOf } from '../../format/names';
import { EmptyList } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { usePages } from '../../lists/use-pages';

const REFRESH_MS = 15_000;

/** Screen of the conversations with phones; likely opt-outs come first. */
export function Component() {
  const { id, api, path } = useAccount();
  const [params, setParams] = useSearchParams();
  const shown = params.get('unread') === 'true' ? 'unread' : 'all';
  const pages = usePages({
    queryKey: [id, 'inbox', { shown }],
    fetchPage: (page) => {
      const query = shown === 'unread' ? ({ ...page, unread: 'true' } as const) : page;
      return unwrap(api.GET('/console/api/inbox', { params: { query } }));
    },
    refetchIntervalMs: REFRESH_MS,
  });
  return (
    <Screen
      title="Inbox"
      description="What people answered. STOP, YES and HELP are answered by the service and are not here."
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
                  <RouteLink to={path(`inbox/${encodeURIComponent(conversation.phoneNumber)}`)}>
                    {name === '–' ? conversation.phoneNumber : name}
                  </RouteLink>
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
