import Alert from '@cloudscape-design/components/alert';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useQuery } from '@tanstack/react-query';
import { unwrap, userApi } from '../../../api/client';
import type { Registration } from '../../../api/schemas';
import { INDICATORS, stateText } from './registration-words';

export const REGISTRATIONS = { text: 'Registrations', path: '/operator/registrations' };

/** Registrations and numbers of the AWS account. */
export const useRegistrations = () =>
  useQuery({
    queryKey: ['operator', 'operator/registrations'],
    queryFn: () => unwrap(userApi.GET('/console/api/operator/registrations')),
  });

/** Notice of a service that sends without AWS. */
export const NothingToLookAt = () => (
  <Alert type="info" header="There is nothing to look at">
    This installation sends by its simulator, and no text leaves it. One that sends by AWS End User Messaging
    shows here the registrations of its numbers.
  </Alert>
);

export const RegistrationState = ({ state, words }: Pick<Registration, 'state' | 'words'>) => (
  <StatusIndicator type={INDICATORS[state]}>{stateText(words)}</StatusIndicator>
);
