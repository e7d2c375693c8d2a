import '@cloudscape-design/global-styles/index.css';
import './theme/generated/theme.css';
import './theme/generated/colours.css';
import './app/first-paint.css';
import './theme/type.css';
import './app/frame.css';
import './app/areas.css';
import './app/console.css';
import { I18nProvider } from '@cloudscape-design/components/i18n';
import messages from '@cloudscape-design/components/i18n/messages/all.en';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { queryClient } from './api/query-client';
import { applyAppearance } from './app/appearance';
import { ErrorBoundary } from './app/error-boundary';
import { FlashProvider } from './app/flashes';
import { router } from './app/routes';
import { SessionProvider } from './app/session';
import { sessionQuery } from './app/session-query';

applyAppearance();
// The session is requested while the page is set up.
void queryClient.prefetchQuery(sessionQuery);

const root = document.getElementById('console');
if (root === null) throw new Error('The page has no element for the console.');

createRoot(root).render(
  <StrictMode>
    <I18nProvider locale="en" messages={[messages]}>
      <ErrorBoundary>
        <QueryClientProvider client={queryClient}>
          <SessionProvider>
            <FlashProvider>
              <RouterProvider router={router} />
            </FlashProvider>
          </SessionProvider>
        </QueryClientProvider>
      </ErrorBoundary>
    </I18nProvider>
  </StrictMode>,
);
