import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { ReadModal } from '../app/read-modal';
import { Copyable } from '../app/copyable';

interface Props {
  email: string;
  command: string;
  onClose: () => void;
}

/** Instructions for a person's first password, for installations whose own Cognito user pool signs users in. */
export function FirstSignIn({ email, command, onClose }: Props) {
  return (
    <ReadModal title="One step is left before the first sign-in" onClose={onClose}>
      <SpaceBetween size="m">
        <Box>
          Amazon Cognito signs people in here, and has to know {email}. Unless the person signs in here
          already, send this command to those who operate this installation: someone with access to its AWS
          account runs it once.
        </Box>
        <Copyable text={command} what="command" />
        <Box>
          Cognito then sends a first password by e-mail, which is good for seven days. The user signs in with
          it at <Box variant="code">{`${window.location.origin}/console/`}</Box>
        </Box>
      </SpaceBetween>
    </ReadModal>
  );
}
