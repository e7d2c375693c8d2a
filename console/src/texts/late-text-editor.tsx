import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { type ComponentProps, lazy, Suspense } from 'react';
import type { TextEditor } from './text-editor';

/** Loads the code of the editor, before a text is written. */
export const loadTextEditor = () => import('./text-editor');

const Late = lazy(async () => ({ default: (await loadTextEditor()).TextEditor }));

/** Editor of a text whose code is loaded when a text is written. */
export const LateTextEditor = (props: ComponentProps<typeof TextEditor>) => (
  <Suspense fallback={<StatusIndicator type="loading">Loading the text</StatusIndicator>}>
    <Late {...props} />
  </Suspense>
);
