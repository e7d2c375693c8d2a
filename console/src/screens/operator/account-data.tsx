import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import type { OperatorAccount } from '../../api/schemas';
import { Copyable } from '../../app/copyable';
import { operatorCommand } from '../../app/operator-command';

/** Commands for operations on a whole account, which take longer than a request may, and files of any size. */
export function AccountData({ account: { id, closedAt } }: { account: OperatorAccount }) {
  const command = (verb: string) => <Copyable text={operatorCommand(`account ${verb}`)} what="command" />;
  return (
    <Container
      header={
        <Header
          variant="h2"
          description="For these an operator runs a command, as they can take hours and large files."
        >
          All data of the account
        </Header>
      }
    >
      <KeyValuePairs
        columns={1}
        items={[
          {
            label: 'Write everything to a file, without secrets',
            value: command(`export --account ${id} --file account.jsonl`),
          },
          {
            label: 'Bring such a file into another installation',
            value: command('import --file account.jsonl'),
          },
          {
            label: 'Delete contacts, messages, campaigns and settings for good',
            value: closedAt === undefined ? 'Once the account is closed.' : command(`delete --account ${id}`),
          },
        ]}
      />
    </Container>
  );
}
