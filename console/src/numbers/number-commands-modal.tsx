import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
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
    <Modal
      visible
      size="large"
      header={title}
      onDismiss={onClose}
      footer={
        <Box float="right">
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </Box>
      }
    >
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
    </Modal>
  );
}
