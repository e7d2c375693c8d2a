import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import { useSettings } from '../../api/account-lists';
import type { AccountSettings } from '../../api/schemas';
import { unwrap, userApi } from '../../api/client';
import { FailedScreen } from '../../app/failed-screen';
import { LoadingScreen } from '../../app/loading-screen';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { formatDateTime } from '../../format/dates';
import { formatCount } from '../../format/numbers';
import { AccountSending } from '../../sending/sending-panel';
import { describeExemptions } from './exemptions';
import { Keywords } from './keywords';
import { SettingsForm } from './settings-form';

export function Component() {
  const { can } = useAccount();
  const { data, error, refetch } = useSettings();
  if (data === undefined) {
    return error === null ? (
      <LoadingScreen />
    ) : (
      <FailedScreen title="Settings" error={error} onRetry={() => void refetch()} />
    );
  }
  // Both forms have this setting: a change saved in one must show in the other.
  const shared = String(data.approvalAbove);
  return (
    <Screen title="Settings" description={data.name}>
      <AccountSending accountId={data.id} mayChange={can('account:admin')} isOperator={can('operator')} />
      {can('account:admin') && (
        <SettingsForm
          key={shared}
          settings={data}
          role="administrator"
          change={(api, body) => unwrap(api.PATCH('/console/api/settings', { body }))}
          title="Account"
          saveLabel="Save"
        />
      )}
      {can('account:admin') && <Keywords />}
      {can('operator') ? (
        <SettingsForm
          key={`operator ${shared}`}
          settings={data}
          role="operator"
          change={(_, body) => {
            const params = { path: { accountId: data.id } };
            return unwrap(
              userApi.PATCH('/console/api/operator/accounts/{accountId}/settings', { params, body }),
            );
          }}
          title="Set by operators"
          description="Administrators of the account see it, and cannot change it."
          saveLabel="Save what operators set"
        >
          <KeyValuePairs columns={3} items={originOf(data)} />
        </SettingsForm>
      ) : (
        <Summary settings={data} />
      )}
    </Screen>
  );
}

const originOf = ({ id, createdAt }: AccountSettings) => [
  { label: 'Account', value: id },
  { label: 'Created', value: formatDateTime(createdAt) },
];

/** Settings that the user cannot change. */
function Summary({ settings }: { settings: AccountSettings }) {
  const { can } = useAccount();
  const isAdmin = can('account:admin');
  return (
    <Container header={<Header variant="h2">{isAdmin ? 'Set by an operator' : 'Settings'}</Header>}>
      <KeyValuePairs
        columns={3}
        items={[
          ...originOf(settings),
          { label: 'Recipients in a day', value: formatCount(settings.dailyQuota) },
          { label: 'Free texts in a day', value: formatCount(settings.freeTexts) },
          { label: 'Legal hours', value: settings.legalHours ? 'Kept' : 'Not kept' },
          {
            label: 'Adding contacts without a text',
            value: settings.silentOptIn ? 'Allowed' : 'Not allowed',
          },
          { label: 'Content allowed besides', value: describeExemptions(settings.contentExemptions) },
          ...(isAdmin
            ? []
            : [
                { label: 'Countries', value: settings.countries.join(', ') || 'All' },
                { label: 'Time zone', value: settings.timeZone ?? 'UTC' },
                { label: 'Parts of a text at most', value: settings.maxSegments },
              ]),
        ]}
      />
    </Container>
  );
}
