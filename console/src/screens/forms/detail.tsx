import Alert from '@cloudscape-design/components/alert';
import Container from '@cloudscape-design/components/container';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import Link from '@cloudscape-design/components/link';
import { useParams } from 'react-router';
import type { OptInForm } from '../../api/schemas';
import { Copyable } from '../../app/copyable';
import { FailedScreen } from '../../app/failed-screen';
import { LoadingScreen } from '../../app/loading-screen';
import { NotFoundScreen } from '../../app/not-found-screen';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { countryNames } from '../../format/countries';
import { formatDateTime } from '../../format/dates';
import { formatCount } from '../../format/numbers';
import { FormActions } from './form-actions';
import { GroupOfForm } from './form-state';
import { useForms, useGroupOfForm } from './opt-in-forms';

/** Screen of one opt-in form. */
export function Component() {
  const { formId } = useParams();
  const { path } = useAccount();
  const { data, error, refetch } = useForms();
  if (data === undefined) {
    if (error === null) return <LoadingScreen />;
    const parent = { text: 'Opt-in forms', path: path('forms') };
    return <FailedScreen title="Opt-in form" parent={parent} error={error} onRetry={() => void refetch()} />;
  }
  const form = data.results.find(({ id }) => id === formId);
  return form === undefined ? <NotFoundScreen /> : <FormDetail form={form} />;
}

function FormDetail({ form }: { form: OptInForm }) {
  const { path } = useAccount();
  const isPublic = useGroupOfForm()(form.group) !== undefined;
  return (
    <Screen
      title={form.brand}
      parent={{ text: 'Opt-in forms', path: path('forms') }}
      actions={<FormActions form={form} isPublic={isPublic} />}
    >
      {!isPublic && (
        <Alert type="warning" header="The page is not public">
          Its group is deleted. Choose another group for the form, or delete the form.
        </Alert>
      )}
      <Container>
        <KeyValuePairs
          columns={3}
          items={[
            { label: 'Address', value: <Copyable text={form.url} what="address" /> },
            { label: 'Group', value: <GroupOfForm groupId={form.group} /> },
            { label: 'What is sent', value: <span className="wrap-anywhere">{form.description}</span> },
            { label: 'How often', value: form.frequency },
            {
              label: 'Countries',
              value: countryNames(form.countries) || 'All that the account may text',
            },
            { label: 'Terms and conditions', value: <OutsideLink url={form.termsUrl} /> },
            { label: 'Privacy policy', value: <OutsideLink url={form.privacyUrl} /> },
            { label: 'Version', value: formatCount(form.version) },
            { label: 'Changed', value: formatDateTime(form.updatedAt) },
            { label: 'Created', value: formatDateTime(form.createdAt) },
            { label: 'Id', value: form.id },
          ]}
        />
      </Container>
    </Screen>
  );
}

const OutsideLink = ({ url }: { url: string }) => (
  <Link external externalIconAriaLabel="Opens in a new tab" href={url}>
    <span className="wrap-anywhere">{url}</span>
  </Link>
);
