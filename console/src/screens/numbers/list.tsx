import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { SendingNumber } from '../../api/schemas';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { EmptyList } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { usePages } from '../../lists/use-pages';
import { ChangeNumber } from '../../numbers/change-number';
import { numberColumns } from '../../numbers/number-columns';
import { useNumberPauses } from '../../sending/number-pauses';

export function Component() {
  const { id, api, can } = useAccount();
  const pages = usePages({
    queryKey: [id, 'numbers'],
    fetchPage: () => unwrap(api.GET('/console/api/numbers')),
  });
  const [changing, setChanging] = useState<SendingNumber>();
  const { holds, actionsOf, dialog } = useNumberPauses(id, { isOperator: can('operator') });
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
        columns={numberColumns(holds)}
        {...(can('account:admin') && {
          actions: (item: SendingNumber) => [
            { text: 'Change', label: `Change ${item.number}`, onClick: () => setChanging(item) },
            ...actionsOf(item.number),
          ],
        })}
      />
      {dialog}
      {changing !== undefined && (
        <ChangeNumber accountId={id} number={changing} onClose={() => setChanging(undefined)} />
      )}
    </Screen>
  );
}
