import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { countSegments } from '../../../../shared/content/segments';
import { unwrap } from '../../api/client';
import type { Conversation } from '../../api/schemas';
import { describeError, mayHaveGoneOut } from '../../api/request-error';
import { useAccount } from '../../app/session';
import { useChange } from '../../app/use-change';
import { countOf } from '../../format/numbers';
import { useKept } from '../../kept/use-kept';
import { EMPTY_REPLY, type ReplyDraft, tryOf } from './reply-draft';

/** Form for an answer as a single text, from the number that received the last text. */
export function Reply({ conversation }: { conversation: Conversation }) {
  const { id, api } = useAccount();
  const { phoneNumber, from } = conversation;
  const { value: draft, setValue: setDraft } = useKept(`reply ${id} ${phoneNumber}`, EMPTY_REPLY);
  const { body } = draft;
  const send = useChange({
    run: ({ body: text, key }: ReplyDraft) =>
      unwrap(
        api.POST('/api/v1/messaging/message', {
          body: { to: phoneNumber, from, body: text, idempotencyKey: `console:${key}` },
        }),
      ),
    failed: 'The text was not sent',
    isQuiet: true,
    isRepeatable: true,
    changes: [
      [id, 'inbox'],
      [id, `contacts/${encodeURIComponent(phoneNumber)}/messages`],
    ],
    onDone: (sent) =>
      setDraft((before) => {
        const isFailed = 'status' in sent && sent.status === 'failed';
        // What was typed while the text was sent is the next one.
        return isFailed || before.body !== before.tried ? { ...EMPTY_REPLY, body: before.body } : EMPTY_REPLY;
      }),
  });
  const sent = send.data;
  return (
    <SpaceBetween size="s">
      {send.error !== null && (
        <Alert type="error">
          {describeError(send.error)}
          {mayHaveGoneOut(send.error) &&
            ' It is not known whether the text went out. It is kept here: send it again as it is, and it goes out once at most.'}
        </Alert>
      )}
      {sent !== undefined && 'status' in sent && sent.status === 'failed' && (
        <Alert type="error">It was not sent: {sent.errorMessage}</Alert>
      )}
      <FormField
        label={`Answer from ${from}`}
        constraintText={`${countOf(countSegments(body).segments, 'SMS segment')} · 2 credits`}
        stretch
      >
        <Textarea
          value={body}
          rows={3}
          onChange={({ detail }) => setDraft((before) => ({ ...before, body: detail.value }))}
        />
      </FormField>
      <Button
        variant="primary"
        loading={send.isPending}
        disabled={body.trim() === ''}
        onClick={() => {
          const next = tryOf(draft, crypto.randomUUID());
          setDraft(next);
          send.mutate(next);
        }}
      >
        Send
      </Button>
    </SpaceBetween>
  );
}
