import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import LiveRegion from '@cloudscape-design/components/live-region';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useId, useRef, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { describeError } from '../api/request-error';
import { useFirstField } from '../app/use-first-field';
import { countOf } from '../format/numbers';
import { nextActive } from './next-active';
import type { Found } from './places';
import { optionId, ResultList } from './result-list';
import type { Section } from './use-account-search';

interface Props {
  text: string;
  onChange: (text: string) => void;
  sections: readonly Section[];
  onClose: () => void;
  /** Sentence below the field, on what it finds. */
  children: ReactNode;
}

/** Dialog with one field and what it finds: a combobox, whose arrow keys choose and whose Enter key opens. */
export function SearchDialog({ text, onChange, sections, onClose, children }: Props) {
  const navigate = useNavigate();
  const listId = useId();
  const part = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<string>();
  useFirstField(part);

  const found = sections.flatMap((section) => section.found);
  const active = found.find(({ id }) => id === chosen) ?? found[0];
  const hasResults = found.length > 0;
  const open = ({ to }: Found) => {
    onClose();
    void navigate(to);
  };
  return (
    <Modal visible header="Search" onDismiss={onClose}>
      <div ref={part}>
        <SpaceBetween size="m">
          <FormField description={children} stretch>
            <Input
              value={text}
              type="search"
              ariaLabel="Search the console"
              disableBrowserAutocorrect
              autoComplete={false}
              onChange={({ detail }) => {
                setChosen(undefined);
                onChange(detail.value);
              }}
              onKeyDown={(event) => {
                const { key, isComposing } = event.detail;
                if (isComposing) return;
                const next = nextActive(found, { active, key });
                if (next !== undefined) setChosen(next.id);
                else if (key === 'Enter' && active !== undefined) open(active);
                else return;
                event.preventDefault();
              }}
              nativeInputAttributes={{
                role: 'combobox',
                'aria-autocomplete': 'list',
                'aria-haspopup': 'listbox',
                'aria-expanded': hasResults,
                ...(hasResults && { 'aria-controls': listId }),
                ...(active && { 'aria-activedescendant': optionId(listId, active) }),
              }}
            />
          </FormField>
          {hasResults && (
            <ResultList id={listId} sections={sections} active={active} onChoose={setChosen} onOpen={open} />
          )}
          <SearchState text={text.trim()} sections={sections} count={found.length} />
        </SpaceBetween>
      </div>
    </Modal>
  );
}

/** Tells what is still searched, what failed, and how much was found. */
function SearchState({
  text,
  sections,
  count,
}: {
  text: string;
  sections: readonly Section[];
  count: number;
}) {
  const isLoading = sections.some((section) => section.isLoading);
  const failed = sections.filter(({ error }) => error !== undefined);
  const notes = sections.filter(({ note }) => note !== undefined);
  return (
    <SpaceBetween size="xs">
      {failed.map(({ title, error, retry }) => (
        <div key={title} role="alert">
          <StatusIndicator type="error">
            {title} could not be searched. {describeError(error)}
          </StatusIndicator>{' '}
          <Button variant="inline-link" ariaLabel={`Search ${title} again`} onClick={() => retry?.()}>
            Try again
          </Button>
        </div>
      ))}
      {notes.map(({ title, note }) => (
        <Box key={title} variant="small">
          {title}: {note}
        </Box>
      ))}
      {isLoading && <StatusIndicator type="loading">Searching</StatusIndicator>}
      {!isLoading && text !== '' && (
        <LiveRegion hidden={count > 0}>
          {count === 0 ? <Box>Nothing found for “{text}”.</Box> : countOf(count, 'result')}
        </LiveRegion>
      )}
    </SpaceBetween>
  );
}
