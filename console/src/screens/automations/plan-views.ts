import type { Automation, AutomationVersion } from '../../api/schemas';

type Plan = AutomationVersion['plan'];

/** Plan to show: a version that was started, or the plan as it is written. */
interface PlanView {
  version: number;
  label: string;
  plan: Plan;
  /** Counts of each step; absent before the version was started. */
  steps?: AutomationVersion['steps'];
}

/** Returns the plans of an automation, that which counts now first: the one to be approved, or that of who enters. */
export function planViewsOf(automation: Automation, versions: readonly AutomationVersion[]): PlanView[] {
  const { version, status } = automation;
  const isStarted = versions.some((one) => one.version === version);
  const started = [...versions].sort((one, other) => Number(other.isActive) - Number(one.isActive));
  return [
    ...(isStarted
      ? []
      : [{ version, label: status === 'draft' ? 'Draft' : 'Waiting for approval', plan: automation }]),
    ...started.map(({ version: number, isActive, plan, steps }) => ({
      version: number,
      label: isActive ? `Version ${number}, which people enter` : `Version ${number}`,
      ...{ plan, steps },
    })),
  ];
}
