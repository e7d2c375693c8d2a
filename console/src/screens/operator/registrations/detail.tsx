import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { adviceOn } from '../../../../../shared/platform/provider/eum/registrations/denial-reasons';
import { unwrap, userApi } from '../../../api/client';
import { RequestError } from '../../../api/request-error';
import type { RegistrationDetail } from '../../../api/schemas';
import { FailedScreen } from '../../../app/failed-screen';
import { LoadingScreen } from '../../../app/loading-screen';
import { NotFoundScreen } from '../../../app/not-found-screen';
import { RouteButton } from '../../../app/route-button';
import { Screen } from '../../../app/screen';
import { formatDateTime } from '../../../format/dates';
import { formatCount } from '../../../format/numbers';
import { Advice } from './advice';
import { REGISTRATIONS, RegistrationState } from './registration-desk';
import { isDraftedType, resourcesText, stateText, typeName } from './registration-words';

type Version = RegistrationDetail['versions'][number];
type Denial = NonNullable<Version['denial']>;

/** Screen of one registration, with what AWS says of each version. */
export function Component() {
  const { registrationId = '' } = useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['operator', 'operator/registrations', registrationId],
    queryFn: () =>
      unwrap(
        userApi.GET('/console/api/operator/registrations/{id}', { params: { path: { id: registrationId } } }),
      ),
  });
  if (data !== undefined) return <Detail registration={data} />;
  if (error === null) return <LoadingScreen />;
  if (error instanceof RequestError && error.status === 404) return <NotFoundScreen />;
  return (
    <FailedScreen title="Registration" parent={REGISTRATIONS} error={error} onRetry={() => void refetch()} />
  );
}

function Detail({ registration }: { registration: RegistrationDetail }) {
  const { id, type, status, since, version, resources, advice, versions } = registration;
  const canGoOn = status === 'REQUIRES_UPDATES' || status === 'CREATED';
  return (
    <Screen
      title={typeName(type)}
      description={<span className="wrap-anywhere">{id}</span>}
      parent={REGISTRATIONS}
      actions={
        canGoOn &&
        isDraftedType(type) && (
          <RouteButton
            variant="primary"
            to={`${REGISTRATIONS.path}/new?${new URLSearchParams({ type, registration: id }).toString()}`}
          >
            Draft it again
          </RouteButton>
        )
      }
    >
      <Container>
        <KeyValuePairs
          columns={3}
          items={[
            { label: 'State', value: <RegistrationState {...registration} /> },
            { label: 'Since', value: since === undefined ? '–' : formatDateTime(since) },
            { label: 'Newest version', value: formatCount(version) },
            { label: 'For', value: resourcesText(resources) || '–' },
            { label: 'What to do', value: advice === undefined ? '–' : <Advice text={advice} /> },
          ]}
        />
      </Container>
      {versions.map((one) => (
        <VersionPart key={one.version} {...one} />
      ))}
    </Screen>
  );
}

const VersionPart = ({ version, words, since, denial }: Version) => (
  <Container
    header={
      <Header
        variant="h2"
        description={`${stateText(words)}${since === undefined ? '' : `, since ${formatDateTime(since)}`}`}
      >
        Version {formatCount(version)}
      </Header>
    }
  >
    {denial === undefined ? (
      <Box color="text-body-secondary">AWS has not denied it.</Box>
    ) : (
      <DenialPart denial={denial} />
    )}
  </Container>
);

const DenialPart = ({ denial: { reasons, feedback, fields } }: { denial: Denial }) => (
  <SpaceBetween size="l">
    {reasons.length === 0 && <Box color="text-body-secondary">AWS names no reasons.</Box>}
    {reasons.map((one, index) => (
      <Reason key={index} {...one} />
    ))}
    {feedback !== undefined && (
      <KeyValuePairs
        items={[{ label: 'Reviewer', value: <span className="wrap-anywhere">{feedback}</span> }]}
      />
    )}
    {fields.length > 0 && (
      <SpaceBetween size="xs">
        <Header variant="h3">Fields that AWS has marked</Header>
        <KeyValuePairs
          items={fields.map(({ path, title, reason }) => ({
            label: `${title} (${path})`,
            value: <span className="wrap-anywhere">{reason}</span>,
          }))}
        />
      </SpaceBetween>
    )}
  </SpaceBetween>
);

function Reason(denied: Denial['reasons'][number]) {
  const { reason, short, long, documentation } = denied;
  const said = [short, long].filter((one) => one !== undefined).join(' ');
  return (
    <SpaceBetween size="xs">
      <Header variant="h3">
        <span className="wrap-anywhere">{reason}</span>
      </Header>
      <KeyValuePairs
        columns={2}
        items={[
          { label: 'AWS says', value: <span className="wrap-anywhere">{said || '–'}</span> },
          { label: 'What to do', value: <Advice text={adviceOn(denied)} /> },
        ]}
      />
      {documentation !== undefined && (
        <Link external externalIconAriaLabel="Opens in a new tab" href={documentation}>
          Documentation of AWS
        </Link>
      )}
    </SpaceBetween>
  );
}
