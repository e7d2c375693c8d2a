import type { MovableClock } from '../clock';
import type { DemoDescription } from '../data-dir';
import type { LocalControls } from '../local-routes';
import type { ApiClient } from './api-client';
import type { Person } from './people';

/** Sends as fast as it can, so that the campaigns of the past are soon over. */
export const SHORT_CODE = '72627';
/** Sends a text a second: a campaign from it is under way for as long as a person looks around. */
export const SLOW_NUMBER = '+15555550101';
export const LINK = 'go.example.com/autumn';
export const REWARDS_LINK = 'go.example.com/rewards';

/** What the demo data are made through. */
export interface DemoParts {
  demo: DemoDescription;
  controls: Pick<LocalControls, 'sent' | 'inbound'>;
  clock: MovableClock;
}

/** What the steps of the demo share. */
export interface DemoStage extends DemoParts {
  api: ApiClient;
  people: Person[];
}
