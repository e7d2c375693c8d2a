import Button from '@cloudscape-design/components/button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { unwrap } from '../../../api/client';
import type { Contact } from '../../../api/schemas';
import { FormModal } from '../../../app/form-modal';
import { LoadingScreen } from '../../../app/loading-screen';
import { useAccount } from '../../../app/session';
import { useAccountChange } from '../../../app/use-account-change';
import { nameWithNumber } from '../../../format/names';
import { LoadError } from '../../../lists/list-states';
import { CompareContacts } from './compare-contacts';
import { FindDouble } from './find-double';

interface Props {
  contact: Contact;
  onClose: () => void;
}

/** Dialog that merges a contact with its double: the user finds it, looks at both, and confirms. */
export function MergeContact({ contact, onClose }: Props) {
  const [chosen, setChosen] = useState<string>();
  const [double, setDouble] = useState<string>();
  if (double !== undefined)
    return <ConfirmMerge {...{ contact, double, onClose }} onBack={() => setDouble(undefined)} />;
  return (
    <FormModal
      title={`Merge ${nameWithNumber(contact)} with another contact`}
      action="Compare"
      size="large"
      isBusy={false}
      isDisabled={chosen === undefined}
      error={null}
      onSubmit={() => setDouble(chosen)}
      onCancel={onClose}
    >
      <p>
        For one person with two contacts: another number, or the same person typed twice. This contact stays,
        and takes what it lacks from the other one.
      </p>
      <FindDouble {...{ contact, chosen }} onChoose={setChosen} />
    </FormModal>
  );
}

function ConfirmMerge({ contact, double, onBack, onClose }: Props & { double: string; onBack: () => void }) {
  const { phoneNumber } = contact;
  const { id, api } = useAccount();
  const [take, setTake] = useState<string[]>([]);
  const params = { path: { phoneNumber } };
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [id, 'contact', phoneNumber, 'merge', double],
    queryFn: () =>
      unwrap(
        api.GET('/console/api/contacts/{phoneNumber}/merge', { params: { ...params, query: { double } } }),
      ),
    // What is confirmed is what was seen: an older answer would be refused.
    staleTime: 0,
    gcTime: 0,
  });
  const merge = useAccountChange({
    run: (_, { version }: { version: string }) => {
      const isThere = (field: string) => data?.differs.some((one) => one.field === field);
      return unwrap(
        api.POST('/console/api/contacts/{phoneNumber}/merge', {
          params,
          body: { double, version, take: take.filter(isThere) },
        }),
      );
    },
    done: `The contacts are merged. ${double} is a contact no more.`,
    failed: 'The contacts were not merged',
    ...{ isQuiet: true, isRepeatable: true },
    changes: ['contact', 'contacts'],
    onDone: onClose,
  });
  return (
    <FormModal
      title={`Merge ${double} into ${nameWithNumber(contact)}?`}
      action="Merge"
      size="large"
      isFinal
      isBusy={merge.isPending}
      isDisabled={data === undefined || isFetching}
      error={merge.error}
      onSubmit={() => data && merge.mutate(data)}
      onCancel={onClose}
    >
      <Button variant="inline-link" onClick={onBack}>
        Choose another contact
      </Button>
      {error !== null && <LoadError error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <LoadingScreen />}
      {data !== undefined && <CompareContacts preview={data} take={take} onTake={setTake} />}
    </FormModal>
  );
}
