import { createBrowserRouter, type LoaderFunction, type RouteObject } from 'react-router';
import type { Scope } from '../api/schemas';
import { AccountScreens, OperatorScreens } from './account-screens';
import { FirstScreen } from './first-screen';
import { lateScreen } from './late-screen';
import { LoadingScreen } from './loading-screen';
import { NotFoundScreen } from './not-found-screen';
import { RouteError } from './route-error';
import { SignedInPage } from './signed-in-page';

/** Loader of a screen. It may request data before the session is known, because the service checks every request. */
type Load = () => Promise<{ Component: () => React.ReactNode; loader?: LoaderFunction }>;

/**
 * Creates the route of a screen whose code is loaded when it is opened. A screen that needs a scope does not exist for
 * a role without it.
 */
const screen = (path: string, load: Load, needs?: Scope): RouteObject => ({
  path,
  lazy: () => load().catch((error: unknown) => ({ Component: lateScreen(load, error) })),
  errorElement: <RouteError />,
  ...(needs !== undefined && { handle: { needs } }),
});

const ACCOUNT_SCREENS: RouteObject[] = [
  screen('overview', () => import('../screens/overview/screen')),
  screen('usage', () => import('../screens/usage/screen')),
  screen('inbox', () => import('../screens/inbox/list')),
  screen('inbox/saved-replies', () => import('../screens/inbox/saved-replies')),
  screen('inbox/:phoneNumber', () => import('../screens/inbox/detail')),
  screen('campaigns', () => import('../screens/campaigns/list')),
  screen('campaigns/new', () => import('../screens/campaigns/compose/new'), 'campaigns:write'),
  screen('campaigns/:campaignId', () => import('../screens/campaigns/detail')),
  screen('campaigns/:campaignId/edit', () => import('../screens/campaigns/compose/edit'), 'campaigns:write'),
  screen('automations', () => import('../screens/automations/list')),
  screen('automations/new', () => import('../screens/automations/compose/new'), 'campaigns:write'),
  screen('automations/:automationId', () => import('../screens/automations/detail')),
  screen(
    'automations/:automationId/edit',
    () => import('../screens/automations/compose/edit'),
    'campaigns:write',
  ),
  screen('segments', () => import('../screens/segments/list')),
  screen('segments/:segmentId', () => import('../screens/segments/detail')),
  screen('links', () => import('../screens/links/list')),
  screen('contacts', () => import('../screens/contacts/list')),
  screen('contacts/:phoneNumber', () => import('../screens/contacts/detail')),
  screen('groups', () => import('../screens/groups/list')),
  screen('forms', () => import('../screens/forms/list')),
  screen('forms/:formId', () => import('../screens/forms/detail')),
  screen('custom-fields', () => import('../screens/custom-fields/list')),
  screen('imports', () => import('../screens/imports/list')),
  screen('imports/new', () => import('../screens/imports/new'), 'contacts:write'),
  screen('imports/:importId', () => import('../screens/imports/detail')),
  screen('messages', () => import('../screens/messages/find')),
  screen('messages/:messageId', () => import('../screens/messages/timeline')),
  screen('jobs', () => import('../screens/jobs/list')),
  screen('jobs/:kind/:jobId', () => import('../screens/jobs/detail')),
  screen('numbers', () => import('../screens/numbers/list')),
  screen('senders', () => import('../screens/senders/list')),
  screen('settings', () => import('../screens/settings/detail')),
  screen('keys', () => import('../screens/keys/list'), 'account:admin'),
  screen('users', () => import('../screens/users/list'), 'account:admin'),
  screen('webhooks', () => import('../screens/webhooks/list'), 'account:admin'),
  screen('webhooks/:endpointId', () => import('../screens/webhooks/detail'), 'account:admin'),
  screen('audit', () => import('../screens/audit/list'), 'account:admin'),
];

const OPERATOR_SCREENS: RouteObject[] = [
  screen('', () => import('../screens/operator/home')),
  screen('accounts', () => import('../screens/operator/accounts')),
  screen('accounts/:accountId', () => import('../screens/operator/account')),
  screen('users', () => import('../screens/operator/users')),
  screen('sending', () => import('../screens/operator/sending')),
  screen('dead-letters', () => import('../screens/operator/dead-letters')),
  screen('doctor', () => import('../screens/operator/doctor')),
  screen('registrations', () => import('../screens/operator/registrations/list')),
  screen('registrations/new', () => import('../screens/operator/registrations/draft')),
  screen('registrations/:registrationId', () => import('../screens/operator/registrations/detail')),
  screen('overdue', () => import('../screens/operator/overdue')),
  screen('audit', () => import('../screens/operator/audit')),
];

export const router = createBrowserRouter(
  [
    {
      errorElement: <RouteError />,
      hydrateFallbackElement: <LoadingScreen />,
      children: [
        { path: '/', element: <FirstScreen /> },
        { path: '/signed-in', element: <SignedInPage /> },
        {
          path: '/operator',
          element: <OperatorScreens />,
          children: [...OPERATOR_SCREENS, { path: '*', element: <NotFoundScreen /> }],
        },
        {
          path: '/:accountId',
          element: <AccountScreens />,
          children: [...ACCOUNT_SCREENS, { path: '*', element: <NotFoundScreen /> }],
        },
      ],
    },
  ],
  { basename: '/console' },
);
