import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import Container from '@cloudscape-design/components/container';
import FileUpload from '@cloudscape-design/components/file-upload';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import RadioGroup from '@cloudscape-design/components/radio-group';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useGroups } from '../../api/account-lists';
import { describeError } from '../../api/request-error';
import { fieldError } from '../../app/field-error';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { useChange } from '../../app/use-change';
import { ColumnMapping } from './column-mapping';
import { readFileHead, type FileHead } from './read-header';
import { runImport, type Format } from './run-import';

const FORMATS: { value: Format; label: string }[] = [
  { value: 'csv', label: 'CSV, as spreadsheets save it' },
  { value: 'jsonl', label: 'JSON Lines' },
  { value: 'pinpoint', label: 'Endpoint export of Amazon Pinpoint' },
];
const NO_GROUP = { value: '', label: 'Only the contact book; consent stays as it is' };

export function Component() {
  const { id, api, path } = useAccount();
  const navigate = useNavigate();
  const groups = useGroups().data ?? [];
  const [file, setFile] = useState<File>();
  const [head, setHead] = useState<FileHead>();
  const [format, setFormat] = useState<Format>('csv');
  const [mapping, setMapping] = useState<Record<string, string>>({});
  const [group, setGroup] = useState('');
  const [consentBasis, setConsentBasis] = useState('');
  const [onExisting, setOnExisting] = useState<'update' | 'skip'>('update');
  const [dryRun, setDryRun] = useState(false);
  const [isTried, setIsTried] = useState(false);
  const lacksFile = file === undefined;
  const lacksConsent = group !== '' && consentBasis.trim() === '';

  const groupOptions = [
    NO_GROUP,
    ...groups.map(({ id: value, name }) => ({ value, label: `Members of ${name}` })),
  ];
  const run = useChange({
    run: () => {
      if (file === undefined) throw new Error('Choose a file first.');
      return runImport(api, file, {
        ...{ format, onExisting, dryRun },
        ...(Object.keys(mapping).length > 0 && { mapping }),
        ...(group !== '' && { group, consentBasis }),
      });
    },
    failed: 'The import did not begin',
    isQuiet: true,
    changes: [[id, 'imports']],
    onDone: (importId) => void navigate(path(`imports/${importId}`)),
  });
  const choose = async (chosen: File | undefined) => {
    setFile(chosen);
    setMapping({});
    setHead(
      chosen !== undefined && format === 'csv' && !chosen.name.endsWith('.gz')
        ? await readFileHead(chosen)
        : undefined,
    );
  };

  return (
    <Screen title="Import contacts" parent={{ text: 'Imports', path: path('imports') }}>
      <Container header={<Header variant="h2">File</Header>}>
        <SpaceBetween size="l">
          <FormField label="Kind of file">
            <Select
              selectedOption={FORMATS.find(({ value }) => value === format) ?? null}
              options={FORMATS}
              onChange={({ detail }) => {
                setFormat(detail.selectedOption.value as Format);
                setHead(undefined);
                setFile(undefined);
              }}
            />
          </FormField>
          <FormField
            label="File"
            description="Plain or gzip, up to 1 GB. The first row of a CSV file names its columns."
            errorText={isTried && lacksFile && 'Choose a file.'}
          >
            <FileUpload
              value={file === undefined ? [] : [file]}
              onChange={({ detail }) => void choose(detail.value[0])}
              showFileSize
              i18nStrings={{
                uploadButtonText: () => 'Choose a file',
                dropzoneText: () => 'Drop the file here',
                removeFileAriaLabel: () => 'Remove the file',
                limitShowFewer: 'Show fewer',
                limitShowMore: 'Show more',
              }}
            />
          </FormField>
        </SpaceBetween>
      </Container>
      {head !== undefined && <ColumnMapping head={head} mapping={mapping} onChange={setMapping} />}
      <Container header={<Header variant="h2">What to do with the contacts</Header>}>
        <SpaceBetween size="l">
          <FormField
            label="Add them to"
            description="Only members of a group get campaigns. Choose one when the contacts consented to its texts."
          >
            <Select
              selectedOption={groupOptions.find(({ value }) => value === group) ?? NO_GROUP}
              options={groupOptions}
              onChange={({ detail }) => setGroup(detail.selectedOption.value ?? '')}
            />
          </FormField>
          {group !== '' && (
            <FormField
              label="How they consented"
              description="One sentence. It is kept with each contact’s consent history."
              errorText={
                isTried && lacksConsent
                  ? 'Say how they consented, such as on which form and when.'
                  : fieldError(run.error, '/consentBasis')
              }
            >
              <Textarea
                value={consentBasis}
                rows={2}
                placeholder="Signed up on the paper form at the till in May 2026."
                onChange={({ detail }) => setConsentBasis(detail.value)}
              />
            </FormField>
          )}
          <FormField label="Contacts who are there already">
            <RadioGroup
              value={onExisting}
              onChange={({ detail }) => setOnExisting(detail.value as typeof onExisting)}
              items={[
                { value: 'update', label: 'Take the values of the file' },
                { value: 'skip', label: 'Leave as they are' },
              ]}
            />
          </FormField>
          <Checkbox checked={dryRun} onChange={({ detail }) => setDryRun(detail.checked)}>
            Trial: only count and check, change nothing
          </Checkbox>
          {run.error !== null && <Alert type="error">{describeError(run.error)}</Alert>}
          <Button
            variant="primary"
            loading={run.isPending}
            loadingText="Uploading"
            onClick={() => {
              setIsTried(true);
              if (!lacksFile && !lacksConsent) run.mutate(undefined);
            }}
          >
            {dryRun ? 'Start the trial' : 'Start the import'}
          </Button>
        </SpaceBetween>
      </Container>
    </Screen>
  );
}
