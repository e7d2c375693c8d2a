import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { SendingNumber } from '../../api/schemas';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { EmptyList } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { usePages } from '../../lists/use-pages';
import { ChangeNumber } from '../../numbers/change-number';
import { NUMBER_COLUMNS } from '../../numbers/number-columns';

export function Component() {
  const { id, api, can } = useAccount();
  const pages = usePages({
    queryKey: [id, 'numbers'],
    fetchPage: () => unwrap(api.GET('/console/api/numbers')),
  });
  const [changing, setChanging] = useState<SendingNumber>();
  return (
    <Screen
      title="Numbers"
      description="What the account’s texts are sent from. An operator adds and removes numbers."
    >
      <SimpleTable
        pages={pages}
        label="Numbers"
        trackBy={({ number }) => number}
        empty={
          <EmptyList title="No numbers">
            Without a number nothing can be sent. Ask an operator for one.
          </EmptyList>
        }
        columns={NUMBER_COLUMNS}
        {...(can('account:admin') && {
          actions: (item: SendingNumber) => [
            { text: 'Change', label: `Change ${item.number}`, onClick: () => setChanging(item) },
          ],
        })}
      />
      {changing !== undefined && (
        <ChangeNumber accountId={id} number={changing} onClose={() => setChanging(undefined)} />
      )}
    </Screen>
  );
}
