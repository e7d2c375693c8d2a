import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { unwrap } from '../../api/client';
import { saveFile } from '../../api/download';
import type { OptInForm } from '../../api/schemas';
import { Confirm } from '../../app/confirm';
import { useAccount } from '../../app/session';
import { useAccountChange } from '../../app/use-account-change';
import { FormDialog } from './form-dialog';
import { evidenceFileOf } from './form-draft';

/** Buttons of an opt-in form: everyone sees its page and evidence, administrators change it. */
export function FormActions({ form, isPublic }: { form: OptInForm; isPublic: boolean }) {
  const { can } = useAccount();
  const isAdmin = can('account:admin');
  const [opened, setOpened] = useState<'edit' | 'delete'>();
  const close = () => setOpened(undefined);
  const evidence = useAccountChange({
    run: (api) => unwrap(api.GET('/console/api/forms/{id}/evidence', { params: { path: { id: form.id } } })),
    failed: 'The evidence was not downloaded',
    changes: [],
    onDone: ({ page }) => saveFile(evidenceFileOf(form), page),
  });
  return (
    <>
      <SpaceBetween direction="horizontal" size="xs">
        {isAdmin && <Button onClick={() => setOpened('delete')}>Delete</Button>}
        {isAdmin && <Button onClick={() => setOpened('edit')}>Edit</Button>}
        {isPublic && (
          <Button iconName="download" loading={evidence.isPending} onClick={() => evidence.mutate(undefined)}>
            Evidence for carriers
          </Button>
        )}
        {isPublic && (
          <Button
            variant="primary"
            href={form.url}
            target="_blank"
            rel="noopener"
            iconName="external"
            iconAlign="right"
            ariaLabel="Open the page in a new tab"
          >
            Open the page
          </Button>
        )}
      </SpaceBetween>
      {opened === 'edit' && <FormDialog form={form} onClose={close} />}
      {opened === 'delete' && <DeleteForm form={form} onClose={close} />}
    </>
  );
}

function DeleteForm({ form, onClose }: { form: OptInForm; onClose: () => void }) {
  const { path } = useAccount();
  const navigate = useNavigate();
  const remove = useAccountChange({
    run: (api) => unwrap(api.DELETE('/console/api/forms/{id}', { params: { path: { id: form.id } } })),
    ...{ done: 'The form is deleted.', failed: 'The form was not deleted' },
    changes: ['forms'],
    onDone: () => void navigate(path('forms')),
  });
  return (
    <Confirm
      title={`Delete the form of ${form.brand}?`}
      action="Delete"
      isBusy={remove.isPending}
      onCancel={onClose}
      onConfirm={() => remove.mutate(undefined)}
    >
      Its page is gone at once, also for people who have its address. People who have joined stay, and so does
      the evidence of their consent.
    </Confirm>
  );
}
