import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useState } from 'react';
import {
  draftFileOf,
  isComplete,
} from '../../../../../shared/platform/provider/eum/registrations/draft-registration';
import { saveFile } from '../../../api/download';
import type { RegistrationDesk, RegistrationDraft, RegistrationType } from '../../../api/schemas';
import { Copyable } from '../../../app/copyable';
import type { ShownField } from './draft-values';
import { candidatesOf, fileOfDraft, submitCommand } from './submit-command';

interface Props {
  desk: RegistrationDesk;
  accountId: string;
  type: RegistrationType;
  fields: readonly ShownField[];
  parts: RegistrationDraft;
  registration: string | undefined;
  onSaved: () => void;
}

/** Download of a draft, and the command that submits it. */
export function SubmitPart({ desk, accountId, type, fields, parts, registration, onSaved }: Props) {
  const candidates = candidatesOf(type, desk);
  const [chosen, setChosen] = useState<string>();
  const about = candidates.length > 1 ? chosen : undefined;
  const save = () => {
    const file = draftFileOf(fields, { type, account: accountId, form: parts.form });
    saveFile(fileOfDraft(type), `${JSON.stringify(file, undefined, 2)}\n`);
    onSaved();
  };
  return (
    <Container
      header={
        <Header
          variant="h2"
          description="Submitting is a command with a confirmation, in the operator CLI: AWS may charge for a registration, and this page changes nothing at AWS."
          actions={
            <Button variant="primary" iconName="download" onClick={save}>
              Download draft
            </Button>
          }
        >
          Submit it
        </Header>
      }
    >
      <SpaceBetween size="l">
        {!isComplete(fields) && (
          <StatusIndicator type="warning">
            The command refuses the draft until no required field is missing and none is invalid.
          </StatusIndicator>
        )}
        {candidates.length === 0 && <Missing type={type} />}
        {candidates.length > 1 && (
          <FormField label={type === 'US_TOLL_FREE_REGISTRATION' ? 'Number' : 'Brand of the campaign'}>
            <Select
              selectedOption={about === undefined ? null : { value: about, label: about }}
              options={candidates.map((value) => ({ value, label: value }))}
              placeholder="Choose one of several"
              onChange={({ detail }) => setChosen(detail.selectedOption.value)}
            />
          </FormField>
        )}
        <Box>
          <Box variant="p">
            Download the draft to the folder of the project, with the pictures that it names, and run this
            there. It shows what it will do, and asks before it does it.
          </Box>
          <span className="wrap-anywhere">
            <Copyable
              text={submitCommand({ type, registration, about, stack: parts.stack })}
              what="command"
            />
          </span>
        </Box>
      </SpaceBetween>
    </Container>
  );
}

function Missing({ type }: Pick<Props, 'type'>) {
  switch (type) {
    case 'US_TEN_DLC_BRAND_REGISTRATION':
      return null;
    case 'US_TEN_DLC_CAMPAIGN_REGISTRATION':
      return (
        <StatusIndicator type="warning">AWS has no complete brand: register the brand first.</StatusIndicator>
      );
    case 'US_TOLL_FREE_REGISTRATION':
      return (
        <StatusIndicator type="warning">AWS has no toll-free number: request it there first.</StatusIndicator>
      );
  }
}
