import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { unwrap, userApi } from '../../../api/client';
import type { RegistrationDesk, RegistrationType } from '../../../api/schemas';
import { FailedScreen } from '../../../app/failed-screen';
import { LoadingScreen } from '../../../app/loading-screen';
import { Screen } from '../../../app/screen';
import { LoadError } from '../../../lists/list-states';
import { useAccounts } from '../account-list';
import { DraftForm } from './draft-form';
import { NothingToLookAt, REGISTRATIONS, useRegistrations } from './registration-desk';
import { DRAFTED_TYPES, formOptions, isDraftedType } from './registration-words';

const TITLE = 'Draft a registration';
const TYPES = Object.entries(DRAFTED_TYPES).map(([value, label]) => ({ value, label }));

/** Screen of a draft of a registration, which the operator CLI submits. */
export function Component() {
  const { data: desk, error, refetch } = useRegistrations();
  if (desk === undefined) {
    if (error === null) return <LoadingScreen />;
    return <FailedScreen title={TITLE} parent={REGISTRATIONS} error={error} onRetry={() => void refetch()} />;
  }
  return (
    <Screen
      title={TITLE}
      description="Filled from what the account has, and checked against the fields that AWS asks for now. Nothing is submitted or kept here: download the draft, and submit it by a command that asks first."
      parent={REGISTRATIONS}
    >
      {desk.isApplicable ? <Choose desk={desk} /> : <NothingToLookAt />}
    </Screen>
  );
}

function Choose({ desk }: { desk: RegistrationDesk }) {
  const [params, setParams] = useSearchParams();
  const { items, isLoading, error, reload } = useAccounts();
  const accounts = items
    .filter(({ closedAt }) => closedAt === undefined)
    .map(({ id, name }) => ({ value: id, label: name, description: id }));
  const account = accounts.find(({ value }) => value === params.get('account'));
  const type = params.get('type');
  const choose = (name: 'account' | 'type', value: string | undefined) => {
    const next = new URLSearchParams(params);
    next.set(name, value ?? '');
    // Forms are of an account, and a registration is of a type.
    next.delete(name === 'account' ? 'form' : 'registration');
    setParams(next, { replace: true });
  };
  if (error !== undefined && items.length === 0) return <LoadError error={error} onRetry={reload} />;
  if (isLoading && items.length === 0) return <LoadingScreen />;
  return (
    <SpaceBetween size="l">
      <Container header={<Header variant="h2">What is registered</Header>}>
        <SpaceBetween size="l">
          <FormField label="Account">
            <Select
              selectedOption={account ?? null}
              options={accounts}
              placeholder="Choose an account"
              filteringType="auto"
              filteringPlaceholder="Find an account"
              filteringAriaLabel="Find an account"
              onChange={({ detail }) => choose('account', detail.selectedOption.value)}
            />
          </FormField>
          <FormField
            label="Registration"
            description="A campaign needs a complete brand, and a toll-free registration its number. Others are made in the console of AWS."
          >
            <Select
              selectedOption={TYPES.find(({ value }) => value === type) ?? null}
              options={TYPES}
              placeholder="Choose a registration"
              onChange={({ detail }) => choose('type', detail.selectedOption.value)}
            />
          </FormField>
        </SpaceBetween>
      </Container>
      {account !== undefined && isDraftedType(type) && (
        <Draft key={account.value} {...{ desk, type, accountId: account.value }} />
      )}
    </SpaceBetween>
  );
}

interface DraftProps {
  desk: RegistrationDesk;
  accountId: string;
  type: RegistrationType;
}

function Draft({ desk, accountId, type }: DraftProps) {
  const [params, setParams] = useSearchParams();
  const form = params.get('form') ?? undefined;
  const { data, error, refetch } = useQuery({
    queryKey: ['operator', 'operator/registration-draft', accountId, type, form],
    queryFn: () =>
      unwrap(
        userApi.GET('/console/api/operator/accounts/{accountId}/registration-draft', {
          params: { path: { accountId }, query: { type, ...(form !== undefined && { form }) } },
        }),
      ),
  });
  if (data === undefined) {
    return error === null ? <LoadingScreen /> : <LoadError error={error} onRetry={() => void refetch()} />;
  }
  const forms = formOptions(data.forms);
  return (
    <SpaceBetween size="l">
      {forms.length > 1 && (
        <FormField
          label="Opt-in form"
          description="The account has several. The draft is filled from the one that people of this registration sign up on."
        >
          <Select
            selectedOption={forms.find(({ value }) => value === data.form) ?? null}
            options={forms}
            placeholder="Choose a form"
            onChange={({ detail }) => {
              const next = new URLSearchParams(params);
              next.set('form', detail.selectedOption.value ?? '');
              setParams(next, { replace: true });
            }}
          />
        </FormField>
      )}
      <DraftForm
        {...{ desk, accountId, type, parts: data }}
        registration={params.get('registration') ?? undefined}
      />
    </SpaceBetween>
  );
}
