import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { unwrap } from '../api/client';
import { fieldError } from '../app/field-error';
import { FormModal } from '../app/form-modal';
import { useAccount } from '../app/session';
import { useAccountChange } from '../app/use-account-change';
import { describeLikelyOptOut, OPT_OUT_IS_FINAL } from './describe-likely-opt-out';

/** Person whose text is likely an opt-out. */
interface Person {
  phoneNumber: string;
  /** Name and number, as far as they are known. */
  name: string;
  /** Text that is likely an opt-out; absent when it has expired. */
  text: string | undefined;
}

/** Message about a text that is likely an opt-out: jobs and campaigns skip the phone until a user decides. */
export function LikelyOptOut({ at, ...person }: Person & { at: string }) {
  const { header, text } = describeLikelyOptOut(at);
  return (
    <Alert type="warning" header={header} action={<DecideOptOut {...person} />}>
      {text}
    </Alert>
  );
}

/** Buttons of the decision on a likely opt-out, for a role that may take it. */
export function DecideOptOut(person: Person) {
  const { can } = useAccount();
  const [isAsking, setAsking] = useState(false);
  const dismiss = useDecision({ ...person, verb: 'dismiss', done: 'The contact stays opted in.' });
  if (!can('contacts:write')) return null;
  return (
    <>
      <SpaceBetween direction="horizontal" size="xs">
        <Button loading={dismiss.isPending} onClick={() => dismiss.mutate('')}>
          It is not
        </Button>
        <Button variant="primary" onClick={() => setAsking(true)}>
          Opt out
        </Button>
      </SpaceBetween>
      {isAsking && <ConfirmOptOut {...person} onClose={() => setAsking(false)} />}
    </>
  );
}

/** Question before an opt-out: only the person can undo it. Until the answer, the phone stays under review. */
function ConfirmOptOut({ onClose, ...person }: Person & { onClose: () => void }) {
  const [evidence, setEvidence] = useState('');
  const accept = useDecision({
    ...person,
    verb: 'accept',
    done: 'The contact is opted out.',
    isQuiet: true,
    onDone: onClose,
  });
  return (
    <FormModal
      title={`Opt out ${person.name}?`}
      action="Opt out"
      isFinal
      isBusy={accept.isPending}
      error={accept.error}
      onCancel={onClose}
      onSubmit={() => accept.mutate(evidence.trim())}
    >
      {person.text !== undefined && <blockquote className="quoted wrap-anywhere">{person.text}</blockquote>}
      <Alert type="warning">{OPT_OUT_IS_FINAL}</Alert>
      <FormField
        label="Note"
        description="Kept in the consent history."
        errorText={fieldError(accept.error, '/evidence')}
      >
        <Input value={evidence} onChange={({ detail }) => setEvidence(detail.value)} />
      </FormField>
    </FormModal>
  );
}

interface Decision extends Person {
  verb: 'accept' | 'dismiss';
  done: string;
  isQuiet?: boolean;
  onDone?: () => void;
}

/** Sends a decision on a likely opt-out, with a note for the consent history; an empty one is none. */
function useDecision({ phoneNumber, verb, done, isQuiet = false, onDone }: Decision) {
  return useAccountChange({
    run: (api, evidence: string) =>
      unwrap(
        api.POST(`/console/api/reviews/{phoneNumber}/${verb}`, {
          params: { path: { phoneNumber } },
          body: evidence === '' ? {} : { evidence },
        }),
      ),
    ...{ done, isQuiet, failed: 'The decision was not taken' },
    changes: ['inbox', 'reviews', 'overview', 'awaiting', 'contact', 'contacts'],
    onDone: () => onDone?.(),
  });
}
