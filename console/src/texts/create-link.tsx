import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import { useState } from 'react';
import { unwrap } from '../api/client';
import { fieldError } from '../app/field-error';
import { FormModal } from '../app/form-modal';
import { useAccount } from '../app/session';
import { useAccountChange } from '../app/use-account-change';
import { webAddress } from '../format/web-address';
import { usePages } from '../lists/use-pages';

interface Props {
  /** Called with the link that was made, before the dialog closes. */
  onMade?: (link: string) => void;
  onClose: () => void;
}

/** Form of a new link, under one of the domains that the operator assigned to the account. */
export function CreateLink({ onMade, onClose }: Props) {
  const { id, api } = useAccount();
  const { items: domains, isLoading } = usePages({
    queryKey: [id, 'link-domains'],
    fetchPage: () => unwrap(api.GET('/console/api/link-domains')),
  });
  const [chosen, setChosen] = useState<string>();
  const domain = chosen ?? domains[0]?.domain;
  const [path, setPath] = useState('');
  const [url, setUrl] = useState('');
  const create = useAccountChange({
    run: () =>
      unwrap(api.POST('/console/api/links', { body: { link: `${domain}/${path}`, url: webAddress(url) } })),
    done: 'The link is created.',
    failed: 'The link was not created',
    isQuiet: true,
    changes: ['links'],
    onDone: () => {
      onMade?.(`${domain}/${path}`);
      onClose();
    },
  });
  return (
    <FormModal
      title="Create a link"
      action="Create"
      isBusy={create.isPending}
      isDisabled={domain === undefined || path === '' || url === ''}
      error={create.error}
      onCancel={onClose}
      onSubmit={() => create.mutate(undefined)}
    >
      <FormField
        label="Domain"
        errorText={
          domain === undefined && !isLoading
            ? 'The account has no domain for links yet: an operator gives it one.'
            : undefined
        }
      >
        <Select
          selectedOption={domain === undefined ? null : { value: domain, label: domain }}
          options={domains.map((one) => ({ value: one.domain, label: one.domain }))}
          statusType={isLoading ? 'loading' : 'finished'}
          placeholder="No domain"
          expandToViewport
          onChange={({ detail }) => setChosen(detail.selectedOption.value)}
        />
      </FormField>
      <FormField
        label="Path"
        description={`What follows ${domain ?? 'the domain'} and a slash, such as spring.`}
        errorText={fieldError(create.error, '/link')}
      >
        <Input value={path} onChange={({ detail }) => setPath(detail.value.trim())} autoFocus />
      </FormField>
      <FormField label="Leads to" errorText={fieldError(create.error, '/url')}>
        <Input
          value={url}
          inputMode="url"
          placeholder="https://example.com/spring"
          onChange={({ detail }) => setUrl(detail.value.trim())}
        />
      </FormField>
    </FormModal>
  );
}
