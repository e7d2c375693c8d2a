import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea, { type TextareaProps } from '@cloudscape-design/components/textarea';
import { useEffect, useRef, useState } from 'react';
import { countSegments } from '../../../shared/content/segments';
import { defaultNumberOf, useNumbers } from '../api/account-lists';
import { unwrap } from '../api/client';
import { describeError, mayHaveGoneOut } from '../api/request-error';
import { useAccount } from '../app/session';
import { useChange } from '../app/use-change';
import { useIsPhone } from '../app/use-phone';
import { countOf } from '../format/numbers';
import { LengthInfo } from '../texts/length-info';
import { SenderField } from '../plans/sender-field';
import { useKept } from '../kept/use-kept';
import { type Draft, EMPTY_DRAFT, tryOf } from './draft';
import { isSendKey } from './keys';
import { ReplyMenu, useReplySearch } from './reply-picker';
import { hasMergeTags } from './saved-replies';
import { useWriting } from './use-writing';

/** Credits that a single SMS costs. */
const CREDITS = 2;

interface Props {
  phoneNumber: string;
  /** Number that the answer comes from; absent when no text has come from the phone, so that it is chosen. */
  from: string | undefined;
  /** Number of times that the user asked to write a text; each moves the focus to its field. */
  asked?: number | undefined;
}

/** Form for a single text, from the number that received the last text. */
export function Reply({ phoneNumber, from: answered, asked = 0 }: Props) {
  const { id, api } = useAccount();
  const isPhone = useIsPhone();
  const [chosen, setChosen] = useState<string>();
  const { data: numbers } = useNumbers();
  const from = answered ?? chosen ?? defaultNumberOf(numbers?.results ?? []);
  const { value: draft, setValue: setDraft } = useKept(`reply ${id} ${phoneNumber}`, EMPTY_DRAFT);
  const { body } = draft;
  const tellAnswered = useWriting({ phoneNumber, body, isOn: answered !== undefined });
  const send = useChange({
    run: ({ body: text, key }: Draft) =>
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
    onDone: (sent) => {
      const isFailed = 'status' in sent && sent.status === 'failed';
      if (!isFailed) tellAnswered();
      setDraft((before) =>
        // What was typed while the text was sent is the next one.
        isFailed || before.body !== before.tried ? { ...EMPTY_DRAFT, body: before.body } : EMPTY_DRAFT,
      );
    },
  });
  const sent = send.data;
  const field = useRef<TextareaProps.Ref>(null);
  useEffect(() => {
    if (asked > 0) field.current?.focus();
  }, [asked]);
  const write = (next: string) => setDraft((before) => ({ ...before, body: next }));
  const pick = (next: string) => {
    write(next);
    field.current?.focus();
  };
  const search = useReplySearch({ body, onPick: pick });
  const isReady = body.trim() !== '' && from !== '' && !send.isPending && !search.isOpen;
  const submit = () => {
    const next = tryOf(draft, crypto.randomUUID());
    setDraft(next);
    send.mutate(next);
  };
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
      {answered === undefined && (
        <SenderField
          from={from}
          error={undefined}
          onChange={(next) => {
            setChosen(next);
            // A text from another number is another message.
            setDraft((before) => ({ ...EMPTY_DRAFT, body: before.body }));
          }}
        />
      )}
      <FormField
        label={answered === undefined ? 'Text' : `Answer from ${from}`}
        info={<LengthInfo credits={CREDITS} />}
        constraintText={[
          countOf(countSegments(body).segments, 'SMS part'),
          countOf(CREDITS, 'credit'),
          ...(isPhone ? [] : ['Ctrl-Enter sends']),
          ...(hasMergeTags(body)
            ? ['{{…}} is filled in from the contact when it is sent']
            : ['/ finds a saved reply']),
        ].join(' · ')}
        stretch
      >
        <Textarea
          ref={field}
          value={body}
          rows={3}
          nativeTextareaAttributes={search.attributes}
          onChange={({ detail }) => write(detail.value)}
          onKeyDown={(event) => {
            const { detail } = event;
            if (detail.isComposing) return;
            if (isSendKey(detail)) {
              if (isReady) submit();
            } else if (search.takeKey(detail.key)) event.preventDefault();
          }}
        />
      </FormField>
      {search.list}
      <SpaceBetween direction="horizontal" size="xs">
        <Button variant="primary" loading={send.isPending} disabled={!isReady} onClick={submit}>
          Send
        </Button>
        <ReplyMenu body={body} onPick={pick} />
      </SpaceBetween>
    </SpaceBetween>
  );
}
