import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import RadioGroup from '@cloudscape-design/components/radio-group';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { Navigate } from 'react-router';
import { MAX_FILE_NAME_CHARACTERS } from '../../../../shared/limits';
import { LeaveGuard } from '../../app/leave-guard';
import { describeError } from '../../api/request-error';
import type { CreateImportRequest } from '../../api/schemas';
import { chosenOf } from '../../app/chosen-of';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { useChange } from '../../app/use-change';
import { ColumnMapping } from './column-mapping';
import { type FileChoice, fileFault, FileFields } from './file-fields';
import { type Joining, JoinGroup, lacksOf, useDefaultMode } from './join-group';
import { readFileHead, type FileHead } from './read-header';
import { runImport } from './run-import';

type OnExisting = NonNullable<CreateImportRequest['onExisting']>;
const ON_EXISTING: { value: OnExisting; label: string }[] = [
  { value: 'update', label: 'Take the values of the file' },
  { value: 'skip', label: 'Leave as they are' },
];

export function Component() {
  const { id, api, path } = useAccount();
  const defaultMode = useDefaultMode();
  const [choice, setChoice] = useState<FileChoice>({ format: 'csv', file: undefined, dateFormat: undefined });
  const [head, setHead] = useState<FileHead>();
  const [mapping, setMapping] = useState<Record<string, string>>({});
  const [chosen, setChosen] = useState<Joining>({ group: '', consentBasis: '' });
  const [onExisting, setOnExisting] = useState<OnExisting>('update');
  const [dryRun, setDryRun] = useState(false);
  const [isTried, setIsTried] = useState(false);
  const joining = { ...(defaultMode && { optInMode: defaultMode }), ...chosen };
  const { group, optInMode, consentBasis } = joining;
  const lacks = lacksOf(joining);
  const canRun = fileFault(choice.file) === undefined && !lacks.mode && !lacks.consent;

  const run = useChange({
    run: () => {
      const { format, file, dateFormat } = choice;
      if (file === undefined) throw new Error('Choose a file first.');
      return runImport(api, file, {
        ...{ format, onExisting, dryRun, fileName: storableName(file.name) },
        ...(dateFormat && { dateFormat }),
        ...(Object.keys(mapping).length > 0 && { mapping }),
        ...(group !== '' && { group, consentBasis, ...(optInMode && { optInMode }) }),
      });
    },
    failed: 'The import did not begin',
    isQuiet: true,
    changes: [[id, 'imports']],
  });
  const choose = async (next: FileChoice) => {
    setChoice(next);
    if (next.file === choice.file) return;
    const { format, file } = next;
    setMapping({});
    const isReadable = file !== undefined && format === 'csv' && !file.name.endsWith('.gz');
    setHead(isReadable ? await readFileHead(file) : undefined);
  };

  if (run.data !== undefined) return <Navigate to={path(`imports/${run.data}`)} replace />;
  return (
    <Screen title="Import contacts" parent={{ text: 'Imports', path: path('imports') }}>
      <LeaveGuard
        isActive={choice.file !== undefined}
        title="Leave without importing the file?"
        action="Leave"
      >
        {run.isPending
          ? 'The file is being uploaded, and the import begins after that. If you leave now, it may not begin.'
          : 'The import has not begun. The chosen file and what you said about it are lost when you leave.'}
      </LeaveGuard>
      <FileFields value={choice} onChange={(next) => void choose(next)} isTried={isTried} />
      {head !== undefined && (
        <ColumnMapping head={head} mapping={mapping} onChange={setMapping} hasGroup={group !== ''} />
      )}
      <Container header={<Header variant="h2">What to do with the contacts</Header>}>
        <SpaceBetween size="l">
          <JoinGroup
            value={joining}
            onChange={(next) => {
              setChosen(next);
              if (next.group === '') setMapping(withoutTags);
            }}
            isTried={isTried}
            error={run.error}
          />
          <FormField label="Contacts who are there already">
            <RadioGroup
              value={onExisting}
              onChange={({ detail }) => setOnExisting(chosenOf(ON_EXISTING, detail.value) ?? onExisting)}
              items={ON_EXISTING}
            />
          </FormField>
          <Checkbox
            checked={dryRun}
            description="The same file can be imported for real afterwards."
            onChange={({ detail }) => setDryRun(detail.checked)}
          >
            Trial: only count and check, change nothing
          </Checkbox>
          {run.error !== null && <Alert type="error">{describeError(run.error)}</Alert>}
          <Button
            variant="primary"
            loading={run.isPending}
            loadingText="Uploading"
            onClick={() => {
              setIsTried(true);
              if (canRun) run.mutate(undefined);
            }}
          >
            {dryRun ? 'Start the trial' : 'Start the import'}
          </Button>
        </SpaceBetween>
      </Container>
    </Screen>
  );
}

/** Returns the name of a file as the service takes it. */
const storableName = (name: string): string =>
  [...name.replaceAll(/\p{Cc}/gu, '')].slice(0, MAX_FILE_NAME_CHARACTERS).join('') || 'File';

/** Removes columns of tags, which need a group. */
const withoutTags = (mapping: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(mapping).filter(([, field]) => field !== 'tags'));
