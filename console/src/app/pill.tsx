import type { ReactNode } from 'react';
import type { MEANINGS } from '../theme/palette';

/** Word for a state, in the colour that the state has everywhere; without a meaning it is grey. */
export const Pill = ({ look, children }: { look?: keyof typeof MEANINGS; children: ReactNode }) => (
  <span className={look === undefined ? 'pill' : `pill pill-${look}`}>{children}</span>
);
