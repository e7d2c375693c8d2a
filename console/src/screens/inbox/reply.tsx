import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { useRef, useState } from 'react';
import { countSegments } from '../../../../shared/content/segments';
import { unwrap } from '../../api/client';
import type { Conversation } from '../../api/schemas';
import { describeError } from '../../api/request-error';
import { useAccount } from '../../app/session';
import { useChange } from '../../app/use-change';
import { countOf } from '../../format/numbers';

/** Form for an answer as a single text, from the number that received the last text. */
export function Reply({ conversation }: { conversation: Conversation }) {
  const { id, api } = useAccount();
  const [body, setBody] = useState('');
  // The key stays the same until the text is sent: a second click, or a retry after a lost response, sends no second
  // text.
  const key = useRef(crypto.randomUUID());
  const { phoneNumber, from } = conversation;
  const send = useChange({
    run: () =>
      unwrap(
        api.POST('/api/v1/messaging/message', {
          body: { to: phoneNumber, from, body, idempotencyKey: `console:${key.current}` },
        }),
      ),
    failed: 'The text was not sent',
    isQuiet: true,
    changes: [
      [id, 'inbox'],
      [id, `contacts/${encodeURIComponent(phoneNumber)}/messages`],
    ],
    onDone: (sent) => {
      key.current = crypto.randomUUID();
      if (!('status' in sent) || sent.status !== 'failed') setBody('');
    },
  });
  const sent = send.data;
  return (
    <SpaceBetween size="s">
      {send.error !== null && <Alert type="error">{describeError(send.error)}</Alert>}
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
          onChange={({ detail }) => {
            // A changed text is another message.
            if (send.isError) key.current = crypto.randomUUID();
            setBody(detail.value);
          }}
        />
      </FormField>
      <Button
        variant="primary"
        loading={send.isPending}
        disabled={body.trim() === ''}
        onClick={() => send.mutate(undefined)}
      >
        Send
      </Button>
    </SpaceBetween>
  );
}
