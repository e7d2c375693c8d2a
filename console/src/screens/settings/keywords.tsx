import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import Textarea from '@cloudscape-design/components/textarea';
import { useState } from 'react';
import { useGroups } from '../../api/account-lists';
import { unwrap } from '../../api/client';
import type { Keyword } from '../../api/schemas';
import { Confirm } from '../../app/confirm';
import { fieldError } from '../../app/field-error';
import { FormModal } from '../../app/form-modal';
import { useAccount } from '../../app/session';
import { useAccountChange } from '../../app/use-account-change';
import { EmptyList } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { usePages } from '../../lists/use-pages';
import { findOption, type SenderOptions } from '../../senders/sender-options';
import { useSenderName, useSenderOptions } from '../../senders/use-senders';
import { bodyOfKeyword, EMPTY_KEYWORD, isKeywordComplete, type KeywordDraft } from './keyword-draft';

const MODES = [
  { value: 'CONFIRM', label: 'Is asked, and joins after a YES' },
  { value: 'DIRECT', label: 'Joins at once' },
] as const;
const EVERY_NUMBER = { value: '', label: 'Every number' };
const NO_GROUP = { value: '', label: 'None' };

/** Table of the words that phones text to the account, which administrators add and delete. */
export function Keywords() {
  const { id, api } = useAccount();
  const groups = useGroups().data ?? [];
  const pages = usePages({
    queryKey: [id, 'keywords'],
    fetchPage: () => unwrap(api.GET('/console/api/keywords')),
  });
  const [isAdding, setIsAdding] = useState(false);
  const [deleting, setDeleting] = useState<Keyword>();
  const senderName = useSenderName();
  const nameOf = (groupId: string) => groups.find((group) => group.id === groupId)?.name ?? groupId;
  return (
    <>
      <SimpleTable
        pages={pages}
        label="Keywords"
        trackBy={({ word, number = '' }) => `${word} ${number}`}
        header={
          <Header
            variant="h2"
            description="Words that phones text to the account, to join a group or to get a reply. STOP, HELP, YES and START are taken care of by the service."
            actions={<Button onClick={() => setIsAdding(true)}>Add keyword</Button>}
          >
            Keywords
          </Header>
        }
        empty={
          <EmptyList title="No keywords yet">A sign in a shop could say: text JOIN to your number.</EmptyList>
        }
        columns={[
          { header: 'Word', cell: ({ word }) => word },
          {
            header: 'Number',
            cell: ({ number }) => (number === undefined ? 'Every number' : senderName(number)),
          },
          {
            header: 'Group',
            cell: ({ group, optInMode }) =>
              group === undefined
                ? 'None'
                : `${nameOf(group)}${optInMode === 'DIRECT' ? ', at once' : ', asked'}`,
          },
          { header: 'Reply', cell: ({ reply }) => <span className="wrap-anywhere">{reply ?? 'None'}</span> },
        ]}
        actions={(keyword) => [
          { text: 'Delete', label: `Delete ${keyword.word}`, onClick: () => setDeleting(keyword) },
        ]}
      />
      {isAdding && <AddKeyword onClose={() => setIsAdding(false)} />}
      {deleting !== undefined && <DeleteKeyword keyword={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  );
}

function AddKeyword({ onClose }: { onClose: () => void }) {
  const { api } = useAccount();
  const [draft, setDraft] = useState<KeywordDraft>(EMPTY_KEYWORD);
  const change = (changes: Partial<KeywordDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const groups = (useGroups().data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const { options: senders } = useSenderOptions();
  const add = useAccountChange({
    run: () => unwrap(api.POST('/console/api/keywords', { body: bodyOfKeyword(draft) })),
    ...{ done: 'The keyword is added.', failed: 'The keyword was not added', isQuiet: true },
    changes: ['keywords'],
    onDone: onClose,
  });
  return (
    <FormModal
      title="Add a keyword"
      action="Add"
      isBusy={add.isPending}
      isDisabled={!isKeywordComplete(draft)}
      error={add.error}
      onCancel={onClose}
      onSubmit={() => add.mutate(undefined)}
    >
      <FormField
        label="Word"
        description="Up to 20 letters and digits, in any case. One that is there already is replaced."
        errorText={fieldError(add.error, '/word')}
      >
        <Input
          value={draft.word}
          onChange={({ detail }) => change({ word: detail.value.trim() })}
          autoFocus
        />
      </FormField>
      <FormField
        label="Number"
        description="That is texted. Of a sender it is any of its numbers."
        errorText={fieldError(add.error, '/number')}
      >
        <Choice
          options={[EVERY_NUMBER, ...senders]}
          value={draft.number}
          onChange={(number) => change({ number })}
        />
      </FormField>
      <FormField label="Group" description="That the phone joins.">
        <Choice options={[NO_GROUP, ...groups]} value={draft.group} onChange={(group) => change({ group })} />
      </FormField>
      {draft.group !== '' && (
        <FormField label="How the phone joins" errorText={fieldError(add.error, '/optInMode')}>
          <Choice
            options={[...MODES]}
            value={draft.optInMode}
            onChange={(mode) => change({ optInMode: mode === 'DIRECT' ? 'DIRECT' : 'CONFIRM' })}
          />
        </FormField>
      )}
      <FormField
        label="Reply"
        description="Text that answers the word. It costs no credits, and counts among the free texts."
        errorText={fieldError(add.error, '/reply')}
      >
        <Textarea rows={2} value={draft.reply} onChange={({ detail }) => change({ reply: detail.value })} />
      </FormField>
    </FormModal>
  );
}

function Choice({
  options,
  value,
  onChange,
}: {
  options: SenderOptions;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <Select
      selectedOption={findOption(options, value) ?? null}
      options={options}
      expandToViewport
      onChange={({ detail }) => onChange(detail.selectedOption.value ?? '')}
    />
  );
}

function DeleteKeyword({ keyword, onClose }: { keyword: Keyword; onClose: () => void }) {
  const { api } = useAccount();
  const { word, number } = keyword;
  const remove = useAccountChange({
    run: () =>
      unwrap(
        api.DELETE('/console/api/keywords', {
          params: { query: { word, ...(number !== undefined && { number }) } },
        }),
      ),
    ...{ done: 'The keyword is deleted.', failed: 'The keyword was not deleted' },
    changes: ['keywords'],
    onDone: onClose,
  });
  return (
    <Confirm
      title={`Delete ${word}?`}
      action="Delete"
      isBusy={remove.isPending}
      onCancel={onClose}
      onConfirm={() => remove.mutate(undefined)}
    >
      Phones that text it join no group and get no reply any more. Their texts wait in the inbox.
    </Confirm>
  );
}
