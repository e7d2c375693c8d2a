import Box from '@cloudscape-design/components/box';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { ReadModal } from '../app/read-modal';
import { Copyable } from '../app/copyable';
import { operatorCommand } from '../app/operator-command';
import type { NumberCommand } from './number-commands';

interface Props {
  title: string;
  commands: NumberCommand[];
  isOperator: boolean;
  onClose: () => void;
}

/** Dialog with the commands by which an operator changes numbers of an account. */
export function NumberCommandsModal({ title, commands, isOperator, onClose }: Props) {
  return (
    <ReadModal title={title} size="large" onClose={onClose}>
      <SpaceBetween size="m">
        <Box>
          {isOperator
            ? 'Run a command in the folder of the project, or use the page of the account under Accounts. A command shows what it did, and is in the audit log.'
            : 'Numbers are given, moved and taken by an operator of this installation: send the command with your request. Administrators change the rest here, too.'}
        </Box>
        <KeyValuePairs
          columns={1}
          items={commands.map(({ label, words }) => ({
            label,
            value: (
              <span className="wrap-anywhere">
                <Copyable text={operatorCommand(words)} what={`command: ${label}`} />
              </span>
            ),
          }))}
        />
        <Box fontSize="body-s" color="text-body-secondary">
          Values are the present ones: change what is to be changed. Words in capitals are yours to fill in.
        </Box>
      </SpaceBetween>
    </ReadModal>
  );
}
