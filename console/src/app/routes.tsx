import { createBrowserRouter, type RouteObject } from 'react-router';
import { AccountScreens, OperatorScreens } from './account-screens';
import { FirstScreen } from './first-screen';
import { LoadingScreen } from './loading-screen';
import { NotFoundScreen } from './not-found-screen';
import { RouteError } from './route-error';

type Load = () => Promise<{ Component: () => React.ReactNode }>;

/** A screen whose code is loaded when it is opened. */
const screen = (path: string, load: Load): RouteObject => ({
  path,
  lazy: load,
  errorElement: <RouteError />,
});

const ACCOUNT_SCREENS: RouteObject[] = [
  screen('campaigns', () => import('../screens/campaigns/list')),
  screen('campaigns/new', () => import('../screens/campaigns/compose/new')),
  screen('campaigns/:campaignId', () => import('../screens/campaigns/detail')),
  screen('campaigns/:campaignId/edit', () => import('../screens/campaigns/compose/edit')),
];

const OPERATOR_SCREENS: RouteObject[] = [];

export const router = createBrowserRouter(
  [
    {
      errorElement: <RouteError />,
      hydrateFallbackElement: <LoadingScreen />,
      children: [
        { path: '/', element: <FirstScreen /> },
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
