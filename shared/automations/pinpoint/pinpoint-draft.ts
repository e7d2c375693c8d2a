import type { CheckedAudience } from '../../audience/segments/audience';
import type { Finding } from './internal/findings';
import type { Hours } from './internal/hours';
import type { Entry } from './internal/limits';
import type { Step } from './internal/step';
import type { Trigger } from './internal/trigger';
import type { PinpointOptions } from './pinpoint-options';

/** Automation as a request has it; without what is still needed. */
export interface AutomationDraft {
  name: string;
  from?: string;
  purpose: NonNullable<PinpointOptions['purpose']>;
  trigger?: Trigger;
  audience?: CheckedAudience;
  entry: Entry;
  steps: Step[];
  sendingHours?: Hours;
}

/** Campaign as a request has it; without what is still needed. */
export interface CampaignDraft {
  name: string;
  from?: string;
  purpose: NonNullable<PinpointOptions['purpose']>;
  body?: string;
  audience?: CheckedAudience | { segmentId: string };
  schedule?: { at: string } | { localTime: string; timeZone: 'recipient' };
  sendingHours?: Hours;
  expiresAt?: string;
}

/** Draft of a document, what became of each of its parts, and what has to be given before the draft is complete. */
export type PinpointDraft = (
  | { kind: 'automation'; draft: AutomationDraft }
  | { kind: 'campaign'; draft: CampaignDraft }
) & { findings: Finding[]; needs: string[] };
