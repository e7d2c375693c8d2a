import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Overview } from '../../api/schemas';
import { RouteLink } from '../../app/route-link';
import { useAccount } from '../../app/session';
import { formatCount } from '../../format/numbers';
import { CampaignStatus } from '../campaigns/campaign-status';

/** List of the campaigns that are sending, with their progress. */
export function RunningCampaigns({ campaigns }: { campaigns: Overview['runningCampaigns'] }) {
  const { path } = useAccount();
  if (campaigns.length === 0) return null;
  return (
    <div className="overview-wide">
      <Container header={<Header variant="h2">Under way</Header>}>
        <SpaceBetween size="m">
          {campaigns.map(({ id, name, status, counts }) => {
            const done = counts.selected - counts.pending;
            return (
              <div key={id}>
                <div className="running-line">
                  <RouteLink to={path(`campaigns/${id}`)}>{name}</RouteLink>
                  <CampaignStatus campaign={{ status }} />
                </div>
                {counts.selected > 0 && (
                  <ProgressBar
                    ariaLabel={`Progress of ${name}`}
                    value={Math.floor((100 * done) / counts.selected)}
                    description={`${formatCount(done)} of ${formatCount(counts.selected)} recipients`}
                  />
                )}
              </div>
            );
          })}
        </SpaceBetween>
      </Container>
    </div>
  );
}
