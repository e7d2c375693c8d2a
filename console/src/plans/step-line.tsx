import type { ReactNode } from 'react';

/** Line of steps from top to bottom, each with its marker. */
export function StepLine({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol className="step-line" aria-label={label}>
      {children}
    </ol>
  );
}

interface StopProps {
  marker: ReactNode;
  /** Key of a step, by which its element is found. */
  stepKey?: string;
  children: ReactNode;
}

/** Stop on the line. The marker repeats what the heading says, or the number of the step. */
export function StepStop({ marker, stepKey, children }: StopProps) {
  return (
    <li className="step-stop" data-step={stepKey}>
      <span className="step-marker" aria-hidden="true">
        {marker}
      </span>
      {children}
    </li>
  );
}
