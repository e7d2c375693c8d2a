import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Checkbox from '@cloudscape-design/components/checkbox';
import Container from '@cloudscape-design/components/container';
import FileInput from '@cloudscape-design/components/file-input';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useState } from 'react';
import type { FieldValues } from '../../../../../shared/platform/provider/eum/registrations/check-field';
import { isComplete } from '../../../../../shared/platform/provider/eum/registrations/draft-registration';
import type { RegistrationDesk, RegistrationDraft, RegistrationType } from '../../../api/schemas';
import { useFlashes } from '../../../app/flashes';
import { LeaveGuard } from '../../../app/leave-guard';
import { RouteLink } from '../../../app/route-link';
import { countOf } from '../../../format/numbers';
import { DraftFieldEditor } from './draft-field';
import { SubmitPart } from './submit-part';
import { checkDraft, countOfState, enter, readDraftFile, type ShownField, takeBack } from './draft-values';
import { sectionsOf } from './registration-words';

interface Props {
  desk: RegistrationDesk;
  accountId: string;
  type: RegistrationType;
  parts: RegistrationDraft;
  /** Registration to go on with. */
  registration: string | undefined;
}

/** Fields of a draft, and the way to submit it. */
export function DraftForm({ desk, accountId, type, parts, registration }: Props) {
  const [values, setValues] = useState<FieldValues>({});
  const [saved, setSaved] = useState<FieldValues>(values);
  const [isToDoOnly, setIsToDoOnly] = useState(false);
  // Fields stay where they are while they are edited, also once nothing is to do in them.
  const [toDo, setToDo] = useState<ReadonlySet<string>>(new Set());
  const fields = checkDraft(parts, { type, values });
  const shown = isToDoOnly ? fields.filter(({ path }) => toDo.has(path)) : fields;
  return (
    <SpaceBetween size="l">
      <LeaveGuard isActive={values !== saved} title="Leave the draft?" action="Leave">
        What you entered is not kept here. Download the draft first: it can be opened again.
      </LeaveGuard>
      <Origin {...{ accountId, type, parts }} />
      <Summary fields={fields} />
      <SpaceBetween direction="horizontal" size="l">
        <OpenFile
          accountId={accountId}
          onOpen={(opened) =>
            setValues(
              Object.entries(opened).reduce(
                (entered, [path, value]) =>
                  enter(entered, fields.find((field) => field.path === path) ?? { path }, value),
                values,
              ),
            )
          }
        />
        <Checkbox
          checked={isToDoOnly}
          onChange={({ detail }) => {
            setIsToDoOnly(detail.checked);
            setToDo(new Set(fields.filter(isToDo).map(({ path }) => path)));
          }}
        >
          Only fields with something to do
        </Checkbox>
      </SpaceBetween>
      {isToDoOnly && shown.length === 0 && (
        <StatusIndicator type="success">Nothing is to do in any field.</StatusIndicator>
      )}
      {sectionsOf(shown).map((section) => (
        <Container key={section.title} header={<Header variant="h2">{section.title}</Header>}>
          <SpaceBetween size="l">
            {section.fields.map((field) => (
              <DraftFieldEditor
                key={field.path}
                field={field}
                isEntered={Object.hasOwn(values, field.path)}
                onEnter={(value) => setValues(enter(values, field, value))}
                onTakeBack={() => setValues(takeBack(values, field.path))}
              />
            ))}
          </SpaceBetween>
        </Container>
      ))}
      <SubmitPart
        {...{ desk, type, accountId, fields, registration, parts }}
        onSaved={() => setSaved(values)}
      />
    </SpaceBetween>
  );
}

const isToDo = ({ state }: ShownField): boolean =>
  state === 'missing' || state === 'invalid' || state === 'doubtful';

function Origin({
  accountId,
  type,
  parts: { facts, form, forms },
}: Pick<Props, 'accountId' | 'type' | 'parts'>) {
  if (type === 'US_TEN_DLC_BRAND_REGISTRATION') return null;
  if (form !== undefined) {
    return (
      <Box>
        Opt-in form:{' '}
        <RouteLink to={`/${accountId}/forms/${form}`}>
          <span className="wrap-anywhere">{facts.form?.url ?? form}</span>, with its evidence for carriers
        </RouteLink>
      </Box>
    );
  }
  if (forms.length > 1) return null;
  return (
    <Alert type="info" header="The account has no opt-in form">
      Its page, words of consent and texts would fill most of the draft.{' '}
      <RouteLink to={`/${accountId}/forms`}>Create one</RouteLink>
    </Alert>
  );
}

function Summary({ fields }: { fields: readonly ShownField[] }) {
  const [missing, invalid, doubtful] = (['missing', 'invalid', 'doubtful'] as const).map((state) =>
    countOfState(fields, state),
  ) as [number, number, number];
  const doubts =
    doubtful === 0
      ? ''
      : ` ${countOf(doubtful, 'field')} ${doubtful === 1 ? 'is' : 'are'} valid, but often denied.`;
  if (isComplete(fields)) {
    return (
      <Alert type={doubtful === 0 ? 'success' : 'warning'}>
        AWS takes these fields: nothing is missing, and nothing is invalid.{doubts}
      </Alert>
    );
  }
  return (
    <Alert type="error" header="AWS would not take the draft">
      {countOf(missing, 'required field')} missing, {countOf(invalid, 'field')} invalid.{doubts}
    </Alert>
  );
}

function OpenFile({ accountId, onOpen }: { accountId: string; onOpen: (values: FieldValues) => void }) {
  const { fail, succeed } = useFlashes();
  return (
    <FileInput
      value={[]}
      accept="application/json,.json"
      onChange={({ detail: { value } }) => {
        const [file] = value;
        if (file === undefined) return;
        void file.text().then((text) => {
          const read = readDraftFile(text, { accountId });
          if ('fault' in read) return fail(new Error(read.fault), `${file.name} was not opened`);
          onOpen(read.values);
          return succeed(`${file.name} is opened.`);
        });
      }}
    >
      Open a draft
    </FileInput>
  );
}
