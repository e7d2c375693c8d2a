import type { ReactNode } from 'react';

/** Label that only assistive technology reads, where the sentence around a control says it to others. */
export const HiddenLabel = ({ children }: { children: ReactNode }) => (
  <span className="hidden-label">{children}</span>
);
