import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';
import { AskedBy, type Asked } from './asked-by';
import type { Noted } from './note';

interface Props {
  title?: string;
  description?: string | undefined;
  /** Buttons that decide; absent for a reader who may not decide. */
  decision?: ReactNode;
  /** Things to look at before the decision, such as “the steps and the texts below”. */
  lookAt: string;
  /** User who may not decide, such as “the one who launched it”. */
  notBy: string;
  /** Absent while it is loading. */
  asked: Asked | undefined;
  on: Noted;
  children?: ReactNode;
}

/** Panel of a campaign or automation that awaits an approval: what it is about, who asks, and the decision. */
export function ApprovalPanel(props: Props) {
  const { title = 'Waiting for an approval', description, decision, lookAt, notBy, asked, on } = props;
  return (
    <Container
      header={
        <Header variant="h2" description={description} actions={decision}>
          {title}
        </Header>
      }
    >
      <SpaceBetween size="l">
        <Box>
          {decision
            ? `Look at ${lookAt}, then approve it or send it back.`
            : `A sender or administrator approves it or sends it back, and not ${notBy}.`}
        </Box>
        {asked !== undefined && <AskedBy asked={asked} on={on} />}
        {props.children}
      </SpaceBetween>
    </Container>
  );
}
