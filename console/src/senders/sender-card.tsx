import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ReactNode } from 'react';
import { DataTable } from '../lists/data-table';
import type { AccountSender } from '../api/schemas';
import { Copyable } from '../app/copyable';
import { countryNames } from '../format/countries';
import { formatCount } from '../format/numbers';
import { describeIdentity, MEMBER_USES, SENDER_USES, type SenderMember } from './describe-sender';

const COLUMN_MIN_WIDTH_PX = 130;
const rateText = (rate: number | undefined) => (rate === undefined ? 'No limit set' : formatCount(rate));

const COLUMNS = [
  {
    id: 'member',
    header: 'Member',
    cell: ({ identity }: SenderMember) => describeIdentity(identity),
    isRowHeader: true,
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ use }: SenderMember) => (
      <StatusIndicator type={MEMBER_USES[use].type}>{MEMBER_USES[use].text}</StatusIndicator>
    ),
  },
  {
    id: 'countries',
    header: 'Sends to',
    cell: ({ countries = [] }: SenderMember) => countryNames(countries) || 'All countries',
  },
  {
    id: 'sms',
    header: 'SMS parts in a second',
    cell: ({ ratePerSecond }: SenderMember) => rateText(ratePerSecond),
  },
  {
    id: 'mms',
    header: 'MMS in a second',
    cell: ({ ratePerSecond, mmsPerSecond }: SenderMember) => rateText(mmsPerSecond ?? ratePerSecond),
  },
].map((column) => ({ minWidth: COLUMN_MIN_WIDTH_PX, ...column }));

/** Sender with its members: where each sends to, how fast, and whether it can be used now. */
export function SenderCard({ sender, actions }: { sender: AccountSender; actions?: ReactNode }) {
  const { id, name, use, members } = sender;
  return (
    <Container
      header={
        <Header
          variant="h2"
          actions={actions}
          description={
            <SpaceBetween direction="horizontal" size="m">
              <StatusIndicator type={SENDER_USES[use].type}>{SENDER_USES[use].text}</StatusIndicator>
              <Copyable text={id} what={`id of ${name}`} />
            </SpaceBetween>
          }
        >
          {name}
        </Header>
      }
    >
      <DataTable<SenderMember>
        variant="embedded"
        items={members}
        columnDefinitions={COLUMNS}
        trackBy={({ identity }) => identity}
        ariaLabels={{ tableLabel: `Members of ${name}` }}
        wrapLines
      />
    </Container>
  );
}
