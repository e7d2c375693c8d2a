import type { MovableClock } from '../clock';
import type { DemoDescription } from '../data-dir';
import type { LocalControls } from '../local-routes';
import type { ApiClient } from './api-client';
import type { Person } from './people';

/** Sender without a slow rate, so that the campaigns of the past end soon. */
export const SHORT_CODE = '72627';
/** Sender of one text a second: a campaign from it is under way for as long as a person looks around. */
export const SLOW_NUMBER = '+15555550101';
export const LINK = 'go.example.com/autumn';
export const REWARDS_LINK = 'go.example.com/rewards';

/** Parts of the service through which the demo data are made. */
export interface DemoParts {
  demo: DemoDescription;
  controls: Pick<LocalControls, 'sent' | 'inbound'>;
  clock: MovableClock;
}

/** Parts and data that the steps of the demo share. */
export interface DemoStage extends DemoParts {
  api: ApiClient;
  people: Person[];
}
