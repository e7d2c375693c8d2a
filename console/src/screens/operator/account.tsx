import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { OperatorAccount } from '../../api/schemas';
import { FailedScreen } from '../../app/failed-screen';
import { LoadingScreen } from '../../app/loading-screen';
import { NotFoundScreen } from '../../app/not-found-screen';
import { RouteButton } from '../../app/route-button';
import { Screen } from '../../app/screen';
import { formatDate, formatDateTime } from '../../format/dates';
import { formatCount } from '../../format/numbers';
import { AccountSending } from '../../sending/sending-panel';
import { useAccounts } from './account-list';
import { AccountData } from './account-data';
import { AccountLinkDomains } from './account-link-domains';
import { AccountNumbers } from './account-numbers';
import { AccountSenders } from './account-senders';
import { AddCredits } from './add-credits';
import { CloseAccount } from './close-account';

const PARENT = { text: 'Accounts', path: '/operator/accounts' };

/** Screen of one account, for operators. */
export function Component() {
  const { accountId } = useParams();
  const { items, isLoading, error, reload } = useAccounts();
  if (error !== undefined)
    return <FailedScreen title="Account" parent={PARENT} error={error} onRetry={reload} />;
  if (isLoading && items.length === 0) return <LoadingScreen />;
  const account = items.find(({ id }) => id === accountId);
  return account === undefined ? <NotFoundScreen /> : <AccountDetail account={account} />;
}

function AccountDetail({ account }: { account: OperatorAccount }) {
  const { id, name, credits, dailyQuota, createdAt, closedAt } = account;
  const [opened, setOpened] = useState<'credits' | 'close'>();
  const close = () => setOpened(undefined);
  return (
    <Screen
      title={name}
      {...(closedAt !== undefined && { description: `Closed on ${formatDate(closedAt)}` })}
      parent={PARENT}
      actions={
        closedAt === undefined && (
          <SpaceBetween direction="horizontal" size="xs">
            <Button onClick={() => setOpened('close')}>Close account</Button>
            <Button onClick={() => setOpened('credits')}>Add credits</Button>
            <RouteButton variant="primary" to={`/${id}/overview`}>
              Open its console
            </RouteButton>
          </SpaceBetween>
        )
      }
    >
      <Container>
        <KeyValuePairs
          columns={3}
          items={[
            { label: 'SMS credits', value: formatCount(credits.sms) },
            { label: 'MMS credits', value: formatCount(credits.mms) },
            { label: 'Recipients in a day, at most', value: formatCount(dailyQuota) },
            { label: 'Created', value: formatDateTime(createdAt) },
            { label: 'Id', value: id },
          ]}
        />
      </Container>
      {closedAt === undefined && <AccountSending accountId={id} mayChange isOperator />}
      {closedAt === undefined && <AccountNumbers account={account} />}
      {closedAt === undefined && <AccountSenders account={account} />}
      {closedAt === undefined && <AccountLinkDomains account={account} />}
      <AccountData account={account} />
      {opened === 'credits' && <AddCredits account={account} onClose={close} />}
      {opened === 'close' && <CloseAccount account={account} onClose={close} />}
    </Screen>
  );
}
