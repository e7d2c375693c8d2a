import type { GateDecision } from '../consent/compliance-gate';

/** Contacts of an audience, counted by the decision of the gate; `setAside`: the gate allows them, and they are skipped. */
export type GateCounts = Record<GateDecision | 'setAside', number>;

export const NONE_COUNTED: GateCounts = { allowed: 0, notOptedIn: 0, hardOptedOut: 0, setAside: 0 };

/** Counts of an audience in the form of previews. **Source:** rules E3. */
export interface AudienceCounts {
  matched: number;
  sendable: number;
  /** `setAside` is absent when there is nobody. **Source:** rules E11. */
  blocked: { notOptedIn: number; hardOptedOut: number; setAside?: number };
}

export function presentCounts({ allowed, notOptedIn, hardOptedOut, setAside }: GateCounts): AudienceCounts {
  return {
    matched: allowed + notOptedIn + hardOptedOut + setAside,
    sendable: allowed,
    blocked: { notOptedIn, hardOptedOut, ...(setAside > 0 && { setAside }) },
  };
}
