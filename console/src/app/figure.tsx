import Box from '@cloudscape-design/components/box';
import type { ReactNode } from 'react';

/** Shows a figure that people look for first, large and with digits of one width. */
export const Figure = ({ children }: { children: ReactNode }) => (
  <Box variant="awsui-value-large">
    <span className="figure">{children}</span>
  </Box>
);
