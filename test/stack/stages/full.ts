import type { StageSettings } from '../../../lib/stack/settings';

const CERTIFICATE = 'arn:aws:acm:us-east-1:111122223333:certificate/00000000-0000-4000-8000-00000000000';

/** Stage with all settings that add resources. */
export default {
  alarmEmail: 'ops@example.com',
  domain: { name: 'api.example.com', certificateArn: `${CERTIFICATE}0` },
  linkDomains: [
    { name: 'go.example.com', certificateArn: `${CERTIFICATE}1`, edgeCertificateArn: `${CERTIFICATE}1` },
  ],
  tracing: true,
  gradualDeployment: true,
  eventArchive: 'hash',
  canary: true,
} satisfies StageSettings;
