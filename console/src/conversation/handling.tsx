import Button from '@cloudscape-design/components/button';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useQueryClient } from '@tanstack/react-query';
import { unwrap } from '../api/client';
import type { Conversation, UpdateConversationRequest } from '../api/schemas';
import { useAccount, useSession } from '../app/session';
import { useAccountChange } from '../app/use-account-change';
import { formatDateTime } from '../format/dates';
import { assigneeOptions, nameOfAssignee, NO_USER } from './assignees';
import { useAssignees } from './use-assignees';

type Change = Pick<UpdateConversationRequest, 'assigneeId' | 'isClosed'>;

/** Controls of the assignee and the state of a conversation; for a role that only reads, the assignee's name. */
export function Handling({ conversation }: { conversation: Conversation }) {
  const { can } = useAccount();
  const { user } = useSession();
  const { assignee, closedAt } = conversation;
  const { data: users = assignee === undefined ? [] : [assignee] } = useAssignees();
  const change = useConversationChange(conversation);
  if (!can('contacts:write')) {
    return assignee === undefined ? null : <>Assigned to: {nameOfAssignee(assignee, user.id)}</>;
  }
  const options = assigneeOptions(users, user.id);
  const asked = change.isPending ? change.variables.assigneeId : undefined;
  const chosen = (asked === undefined ? assignee?.id : asked) ?? NO_USER;
  const isClosed = closedAt !== undefined;
  return (
    <SpaceBetween direction="horizontal" size="xs" alignItems="end">
      <div className="assignee-choice">
        <Select
          inlineLabelText="Assigned to"
          selectedOption={options.find(({ value }) => value === chosen) ?? null}
          options={options}
          filteringType="auto"
          expandToViewport
          disabled={change.isPending}
          onChange={({ detail }) => {
            const { value = NO_USER } = detail.selectedOption;
            change.mutate({ assigneeId: value === NO_USER ? null : value });
          }}
        />
      </div>
      <Button
        loading={change.isPending && change.variables.isClosed !== undefined}
        disabled={change.isPending && change.variables.isClosed === undefined}
        onClick={() => change.mutate({ isClosed: !isClosed })}
      >
        {isClosed ? 'Open again' : 'Close conversation'}
      </Button>
    </SpaceBetween>
  );
}

/** Sentence above a closed conversation. */
export const describeClosed = (closedAt: string): string =>
  `Closed on ${formatDateTime(closedAt)}. The next text from the phone opens it again.`;

/** Changes a conversation as the user saw it. When another user was faster, the conversation is read again. */
function useConversationChange(conversation: Conversation) {
  const { id } = useAccount();
  const queries = useQueryClient();
  const { phoneNumber, version, lastMessageId } = conversation;
  const keyOf = (phone: string) => [id, 'inbox', phone];
  return useAccountChange({
    run: async (api, change: Change) => {
      try {
        return await unwrap(
          api.PATCH('/console/api/inbox/{phoneNumber}', {
            params: { path: { phoneNumber } },
            body: { ...change, version, lastMessageId },
          }),
        );
      } catch (error) {
        void queries.invalidateQueries({ queryKey: keyOf(phoneNumber) });
        throw error;
      }
    },
    failed: 'The conversation was not changed',
    changes: ['inbox', 'awaiting'],
    // The user may have gone on to another conversation.
    onDone: (changed) =>
      queries.setQueryData(
        keyOf(changed.phoneNumber),
        (before: object | undefined) => before && { ...before, conversation: changed },
      ),
  });
}
