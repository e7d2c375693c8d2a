import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Toggle from '@cloudscape-design/components/toggle';
import { lazy } from 'react';
import { useSearchParams } from 'react-router';
import type { Conversation } from '../../api/schemas';
import { chosenOf } from '../../app/chosen-of';
import { Pill } from '../../app/pill';
import { RouteButton } from '../../app/route-button';
import { RouteLink } from '../../app/route-link';
import { Screen } from '../../app/screen';
import { useAccount, useSession } from '../../app/session';
import { useIsPhone } from '../../app/use-phone';
import { nameOf, nameWithNumber } from '../../format/names';
import { When } from '../../format/when';
import { EmptyList } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { nameOfAssignee } from '../../conversation/assignees';
import './inbox.css';
import { addressOf, INBOX_VIEWS, type InboxView, queryOf, readView } from './inbox-view';
import { useInbox } from './use-inbox';
import { useStepKeys } from './use-step-keys';

const CloseSeveral = lazy(() => import('./close-several').then((it) => ({ default: it.CloseSeveral })));

/** Links to the conversations. */
const LINKS = '.conversation-link a';

/** Screen of the conversations with phones; likely opt-outs come first. */
export function Component() {
  const { can, path } = useAccount();
  const { user } = useSession();
  const [params, setParams] = useSearchParams();
  const view = readView(params);
  const change = (changes: Partial<InboxView>) => setParams(queryOf({ ...view, ...changes }));
  const isPhone = useIsPhone();
  const pages = useInbox(view);
  useStepKeys((step) => {
    const links = [...document.querySelectorAll<HTMLElement>(LINKS)];
    const at = links.findIndex((link) => link === document.activeElement);
    // Before a conversation has the focus, both keys go to the first.
    links[at < 0 ? 0 : at + step]?.focus();
  }, LINKS);
  return (
    <Screen
      title="Inbox"
      actions={<RouteButton to={path('inbox/saved-replies')}>Saved replies</RouteButton>}
      description={`What people answered. STOP, YES and HELP are answered by the service and are not here.${can('messages:send') ? '' : ' Senders and administrators answer them.'}${isPhone ? '' : ' The keys J and K go through the conversations.'}`}
    >
      <SimpleTable
        pages={pages}
        label="Conversations"
        trackBy={({ phoneNumber }) => phoneNumber}
        filter={
          <SpaceBetween direction="horizontal" size="m" alignItems="center">
            <SegmentedControl
              label="Which conversations"
              selectedId={view.show}
              options={INBOX_VIEWS.map(({ value, label }) => ({ id: value, text: label }))}
              onChange={({ detail }) => change({ show: chosenOf(INBOX_VIEWS, detail.selectedId) ?? 'open' })}
            />
            <Toggle checked={view.isUnread} onChange={({ detail }) => change({ isUnread: detail.checked })}>
              Unread only
            </Toggle>
          </SpaceBetween>
        }
        empty={<EmptyInbox view={view} onShow={change} />}
        bulk={
          can('contacts:write') && view.show !== 'closed'
            ? {
                labelOf: nameWithNumber,
                isFor: ({ closedAt, likelyOptOut }) => closedAt === undefined && likelyOptOut === undefined,
                actions: [
                  {
                    ...{ id: 'close', text: 'Close' },
                    dialog: (conversations, onClose) => (
                      <CloseSeveral conversations={conversations} onClose={onClose} />
                    ),
                  },
                ],
              }
            : undefined
        }
        card={(conversation) => ({
          title: <From conversation={conversation} view={view} />,
          content: (
            <>
              <RouteLink to={path(addressOf(view, conversation.phoneNumber))}>
                <LastText conversation={conversation} />
              </RouteLink>
              <div className="inbox-card-foot">
                <State conversation={conversation} />
                <span>
                  <When at={conversation.lastAt} />
                </span>
              </div>
            </>
          ),
        })}
        columns={[
          {
            header: 'From',
            cell: (conversation) => <From conversation={conversation} view={view} />,
          },
          { header: 'Last text', cell: (conversation) => <LastText conversation={conversation} /> },
          { header: 'State', cell: (conversation) => <State conversation={conversation} /> },
          {
            header: 'Assigned to',
            cell: ({ assignee }) => (assignee === undefined ? '–' : nameOfAssignee(assignee, user.id)),
          },
          { header: 'Time', cell: ({ lastAt }) => <When at={lastAt} /> },
        ]}
      />
    </Screen>
  );
}

function From({ conversation, view }: { conversation: Conversation; view: InboxView }) {
  const { path } = useAccount();
  const name = nameOf(conversation);
  return (
    <>
      <span className="conversation-link">
        <RouteLink to={path(addressOf(view, conversation.phoneNumber))}>
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
}

const LastText = ({ conversation: { lastText, unread } }: { conversation: Conversation }) => (
  <Box fontWeight={unread > 0 ? 'bold' : 'normal'}>{lastText ?? 'Picture or file'}</Box>
);

const State = ({ conversation }: { conversation: Conversation }) => {
  const { unread, likelyOptOut, optedOutAt, answeredAt } = conversation;
  return (
    <>
      {likelyOptOut !== undefined && <Pill look="failed">Sounds like an opt-out</Pill>}{' '}
      {optedOutAt !== undefined && <Pill look="opted-out">Opted out</Pill>}{' '}
      {unread > 0 ? (
        <Pill look="clicked">{unread} unread</Pill>
      ) : answeredAt === undefined ? (
        'Read'
      ) : (
        'Answered'
      )}
    </>
  );
};

interface EmptyInboxProps {
  view: InboxView;
  onShow: (changes: Partial<InboxView>) => void;
}

function EmptyInbox({ view: { show, isUnread }, onShow }: EmptyInboxProps) {
  const open = (
    <Button onClick={() => onShow({ show: 'open', isUnread: false })}>Show open conversations</Button>
  );
  if (isUnread) {
    return (
      <EmptyList
        title="Nothing unread here"
        action={<Button onClick={() => onShow({ isUnread: false })}>Show those that were read</Button>}
      />
    );
  }
  switch (show) {
    case 'open':
      return (
        <EmptyList title="Nothing to answer">
          Replies to your texts appear here. To write first, open a contact and choose Message.
        </EmptyList>
      );
    case 'mine':
      return (
        <EmptyList title="No open conversation is assigned to you" action={open}>
          In a conversation, “Assigned to” gives it to you.
        </EmptyList>
      );
    case 'unassigned':
      return <EmptyList title="No open conversation is unassigned" action={open} />;
    case 'closed':
      return (
        <EmptyList title="Nothing is closed" action={open}>
          A closed conversation opens again with the next text from the phone.
        </EmptyList>
      );
  }
}
