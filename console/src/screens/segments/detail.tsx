import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { unwrap } from '../../api/client';
import { ChangedElsewhere } from '../../api/request-error';
import type { Audience, Segment } from '../../api/schemas';
import { Confirm } from '../../app/confirm';
import { fieldError } from '../../app/field-error';
import { FailedScreen } from '../../app/failed-screen';
import { LoadingScreen } from '../../app/loading-screen';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { useChange } from '../../app/use-change';
import { AudienceCount, useAudienceCount } from '../../audience/audience-count';
import { AudienceEditor } from '../../audience/audience-editor';
import { NO_PEOPLE } from '../../audience/audience-parts';
import { hasParts } from '../../audience/has-parts';
import { ContactSample } from '../../audience/contact-sample';
import { useKept } from '../../kept/use-kept';
import { ExportButton } from '../../exports/export-button';
import type { NewCampaign } from '../campaigns/compose/draft';

export function Component() {
  const { segmentId = '' } = useParams();
  const { id, api, path } = useAccount();
  const { data, error, refetch } = useQuery({
    queryKey: [id, 'segments', segmentId],
    queryFn: () => unwrap(api.GET('/api/v1/segments/{id}', { params: { path: { id: segmentId } } })),
  });
  if (data === undefined) {
    return error === null ? (
      <LoadingScreen />
    ) : (
      <FailedScreen
        title="Segment"
        parent={{ text: 'Segments', path: path('segments') }}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  return <EditSegment key={data.updatedAt} segment={data} />;
}

interface EditedSegment {
  name: string;
  audience: Audience;
}

function EditSegment({ segment }: { segment: Segment }) {
  const { id, api, can, path } = useAccount();
  const navigate = useNavigate();
  const {
    value: { name, audience },
    setValue: setEdited,
    forget,
  } = useKept<EditedSegment>(
    `segment ${segment.id} ${segment.updatedAt}`,
    { name: segment.name, audience: segment.audience },
    { name: '', audience: {} },
  );
  const setName = (next: string) => setEdited((before) => ({ ...before, name: next }));
  const setAudience = (next: Audience) => setEdited((before) => ({ ...before, audience: next }));
  const [isDeleting, setIsDeleting] = useState(false);
  const count = useAudienceCount({ audience });
  const params = { params: { path: { id: segment.id } } };
  const save = useChange({
    run: async () => {
      const current = await unwrap(api.GET('/api/v1/segments/{id}', params));
      if (current.updatedAt !== segment.updatedAt) throw new ChangedElsewhere();
      const body = { name, audience: { ...NO_PEOPLE, ...audience } };
      return unwrap(api.PATCH('/api/v1/segments/{id}', { ...params, body }));
    },
    done: 'The segment is saved.',
    failed: 'The segment was not saved',
    changes: [[id, 'segments']],
    onDone: forget,
  });
  const remove = useChange({
    run: () => unwrap(api.DELETE('/api/v1/segments/{id}', params)),
    done: 'The segment is deleted.',
    failed: 'The segment was not deleted: a campaign that has not ended may use it',
    changes: [[id, 'segments', 'list']],
    onDone: () => void navigate(path('segments')),
  });
  return (
    <Screen
      title={segment.name}
      parent={{ text: 'Segments', path: path('segments') }}
      actions={
        <SpaceBetween direction="horizontal" size="xs">
          {can('contacts:write') && <Button onClick={() => setIsDeleting(true)}>Delete</Button>}
          <ExportButton of={{ audience: { segmentId: segment.id } }} />
          {can('campaigns:write') && (
            <Button
              onClick={() => {
                const state: NewCampaign = { audience: { segmentId: segment.id } };
                void navigate(path('campaigns/new'), { state });
              }}
            >
              Use in a campaign
            </Button>
          )}
          {can('contacts:write') && (
            <Button
              variant="primary"
              disabled={!hasParts(audience)}
              loading={save.isPending}
              onClick={() => save.mutate(undefined)}
            >
              Save
            </Button>
          )}
        </SpaceBetween>
      }
    >
      <Container header={<Header variant="h2">Who is in it</Header>}>
        <SpaceBetween size="l">
          <FormField label="Name" errorText={fieldError(save.error, '/name')}>
            <Input value={name} onChange={({ detail }) => setName(detail.value)} />
          </FormField>
          <AudienceEditor audience={audience} onChange={setAudience} />
          <AudienceCount count={count} of={audience} />
        </SpaceBetween>
      </Container>
      {hasParts(audience) && count.data !== undefined && (
        <ContactSample contacts={count.data.sample} matched={count.data.matched} />
      )}
      {isDeleting && (
        <Confirm
          title="Delete this segment?"
          action="Delete"
          isBusy={remove.isPending}
          onCancel={() => setIsDeleting(false)}
          onConfirm={() => remove.mutate(undefined)}
        >
          The contacts in it stay; only the saved filter is gone.
        </Confirm>
      )}
    </Screen>
  );
}
