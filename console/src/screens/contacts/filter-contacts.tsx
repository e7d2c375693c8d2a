import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { unwrap } from '../../api/client';
import type { Audience } from '../../api/schemas';
import { fieldError } from '../../app/field-error';
import { FormModal } from '../../app/form-modal';
import { useAccount } from '../../app/session';
import { useChange } from '../../app/use-change';
import { AudienceCount, useAudienceCount } from '../../audience/audience-count';
import { AudienceEditor } from '../../audience/audience-editor';
import { hasParts } from '../../audience/has-parts';
import { ContactSample } from '../../audience/contact-sample';
import { useKeptInHistory } from '../../kept/use-kept';
import { ExportButton } from '../../exports/export-button';

/** Filter of contacts by any of their fields, which counts, lists and exports them, and saves a segment. */
export function FilterContacts() {
  const { can } = useAccount();
  const [params] = useSearchParams();
  const { value: audience, setValue: setAudience } = useKeptInHistory<Audience>(
    'filter',
    // A new segment begins with its rules.
    params.get('for') === 'segment' ? {} : { everyone: true },
    {},
  );
  const [isSaving, setIsSaving] = useState(false);
  const count = useAudienceCount({ audience });
  return (
    <SpaceBetween size="l">
      <Container
        header={
          <Header
            variant="h2"
            actions={
              <SpaceBetween direction="horizontal" size="xs">
                {hasParts(audience) && <ExportButton key={JSON.stringify(audience)} of={{ audience }} />}
                {can('contacts:write') && (
                  <Button variant="primary" disabled={!hasParts(audience)} onClick={() => setIsSaving(true)}>
                    Save as a segment
                  </Button>
                )}
              </SpaceBetween>
            }
          >
            Which contacts
          </Header>
        }
      >
        <SpaceBetween size="l">
          <AudienceEditor audience={audience} onChange={setAudience} />
          <AudienceCount count={count} of={audience} />
        </SpaceBetween>
      </Container>
      {hasParts(audience) && count.data !== undefined && (
        <ContactSample contacts={count.data.sample} matched={count.data.matched} />
      )}
      {isSaving && <SaveSegment audience={audience} onClose={() => setIsSaving(false)} />}
    </SpaceBetween>
  );
}

function SaveSegment({ audience, onClose }: { audience: Audience; onClose: () => void }) {
  const { id, api, path } = useAccount();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const create = useChange({
    run: () => unwrap(api.POST('/api/v1/segments', { body: { name, audience } })),
    done: 'The segment is saved.',
    failed: 'The segment was not saved',
    changes: [[id, 'segments']],
    isQuiet: true,
    onDone: (segment) => void navigate(path(`segments/${segment.id}`)),
  });
  return (
    <FormModal
      title="Save as a segment"
      action="Save"
      isBusy={create.isPending}
      isDisabled={name.trim() === ''}
      error={create.error}
      onSubmit={() => create.mutate(undefined)}
      onCancel={onClose}
    >
      <FormField
        label="Name"
        description="A segment is counted anew whenever it is used."
        errorText={fieldError(create.error, '/name')}
      >
        <Input value={name} onChange={({ detail }) => setName(detail.value)} autoFocus />
      </FormField>
    </FormModal>
  );
}
