import Container from '@cloudscape-design/components/container';
import FileUpload from '@cloudscape-design/components/file-upload';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { CreateImportRequest } from '../../api/schemas';
import { chosenOf } from '../../app/chosen-of';

type Format = CreateImportRequest['format'];
type DateFormat = NonNullable<CreateImportRequest['dateFormat']>;

const FORMATS: { value: Format; label: string }[] = [
  { value: 'csv', label: 'CSV, as spreadsheets save it' },
  { value: 'jsonl', label: 'JSON Lines' },
  { value: 'pinpoint', label: 'Endpoint export of Amazon Pinpoint' },
];

const AS_SHOWN = { value: '', label: 'As the file shows' };
const DATE_FORMATS: { value: DateFormat; label: string }[] = [
  { value: 'mdy', label: 'Month first: 12/31/1990' },
  { value: 'dmy', label: 'Day first: 31/12/1990' },
];

export interface FileChoice {
  format: Format;
  file: File | undefined;
  dateFormat: DateFormat | undefined;
}

const MAX_BYTES = 1024 * 1024 * 1024;

/** Returns the reason why a file cannot be uploaded. */
export function fileFault(file: File | undefined): string | undefined {
  if (file === undefined) return 'Choose a file.';
  if (file.size === 0) return 'The file is empty.';
  return file.size > MAX_BYTES ? 'The file has more than 1 GB: pack it with gzip, or split it.' : undefined;
}

interface Props {
  value: FileChoice;
  onChange: (value: FileChoice) => void;
  /** Set after the form was submitted, from when on missing fields are marked. */
  isTried: boolean;
}

/** Fields for the file of an import and its format. */
export function FileFields({ value, onChange, isTried }: Props) {
  const { format, file, dateFormat } = value;
  const fault = file === undefined && !isTried ? undefined : fileFault(file);
  return (
    <Container header={<Header variant="h2">File</Header>}>
      <SpaceBetween size="l">
        <FormField label="Kind of file">
          <Select
            selectedOption={FORMATS.find((option) => option.value === format) ?? null}
            options={FORMATS}
            onChange={({ detail }) =>
              onChange({
                ...value,
                format: chosenOf(FORMATS, detail.selectedOption.value) ?? format,
                file: undefined,
              })
            }
          />
        </FormField>
        <FormField
          label="File"
          description="Plain or gzip, up to 1 GB. The first row of a CSV file names its columns."
          errorText={fault}
        >
          <FileUpload
            value={file === undefined ? [] : [file]}
            onChange={({ detail }) => onChange({ ...value, file: detail.value[0] })}
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
        <FormField
          label="Dates with slashes"
          description="All dates of a file are read in one way. A day above 12 in first place shows that days come first."
        >
          <Select
            selectedOption={DATE_FORMATS.find((option) => option.value === dateFormat) ?? AS_SHOWN}
            options={[AS_SHOWN, ...DATE_FORMATS]}
            onChange={({ detail }) =>
              onChange({ ...value, dateFormat: chosenOf(DATE_FORMATS, detail.selectedOption.value) })
            }
          />
        </FormField>
      </SpaceBetween>
    </Container>
  );
}
