import Button from '@cloudscape-design/components/button';
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
import { addCommand, commandsOf, type NumberCommand } from '../../numbers/number-commands';
import { NumberCommandsModal } from '../../numbers/number-commands-modal';
import { useNumberPauses } from '../../sending/number-pauses';

export function Component() {
  const { id, api, can } = useAccount();
  const pages = usePages({
    queryKey: [id, 'numbers'],
    fetchPage: () => unwrap(api.GET('/console/api/numbers')),
  });
  const [changing, setChanging] = useState<SendingNumber>();
  const [shown, setShown] = useState<{ title: string; commands: NumberCommand[] }>();
  const isOperator = can('operator');
  const { holds, actionsOf, dialog } = useNumberPauses(id, { isOperator });
  const showAdding = () =>
    setShown({
      title: 'How a number is added',
      commands: [{ label: 'Give the account a number', words: addCommand(id) }],
    });
  return (
    <Screen
      title="Numbers"
      description="What the account’s texts are sent from. An operator adds and removes numbers."
      actions={can('account:admin') && <Button onClick={showAdding}>How a number is added</Button>}
    >
      <SimpleTable
        pages={pages}
        label="Numbers"
        trackBy={({ number }) => number}
        empty={
          <EmptyList
            title="No numbers yet"
            action={can('account:admin') && <Button onClick={showAdding}>How a number is added</Button>}
          >
            Without a number nothing can be sent.{' '}
            {isOperator ? 'Give the account one.' : 'Ask an operator for one.'}
          </EmptyList>
        }
        columns={numberColumns(holds)}
        {...(can('account:admin') && {
          actions: (item: SendingNumber) => [
            { text: 'Change', label: `Change ${item.number}`, onClick: () => setChanging(item) },
            ...actionsOf(item.number),
            {
              text: 'Commands',
              label: `Commands for ${item.number}`,
              onClick: () => setShown({ title: item.number, commands: commandsOf(id, item) }),
            },
          ],
        })}
      />
      {dialog}
      {shown !== undefined && (
        <NumberCommandsModal {...shown} isOperator={isOperator} onClose={() => setShown(undefined)} />
      )}
      {changing !== undefined && (
        <ChangeNumber accountId={id} number={changing} onClose={() => setChanging(undefined)} />
      )}
    </Screen>
  );
}
