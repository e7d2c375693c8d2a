/**
 * Access of a route of the console, and so of the role of its function: reading, changes within an account, submissions
 * for approval, the merge of contacts, access control (users and API keys), and operations above accounts.
 */
export const PLANES = ['reading', 'account', 'submission', 'merge', 'identity', 'operator'] as const;
export type Plane = (typeof PLANES)[number];

/** Returns the plane of a route that names none. */
export const usualPlaneOf = (method: string) => (method === 'GET' ? 'reading' : 'account');

/** Returns the handler file of all routes of a plane. */
export const handlerOf = (plane: Plane) => `functions/console/${plane}.ts`;

const BELOW = '/console/api/';
/**
 * Routes of the gateway that take all requests without a route of their own. Those of operators name GET too: the
 * gateway's documentation does not say if the method or the longer path takes precedence.
 */
const GENERAL: Readonly<Record<Plane, readonly string[]>> = {
  reading: [`GET ${BELOW}{path+}`],
  account: [`ANY ${BELOW}{path+}`],
  submission: [],
  merge: [],
  identity: [],
  operator: [`GET ${BELOW}operator/{path+}`, `ANY ${BELOW}operator/{path+}`],
};

/**
 * Returns the keys of the gateway's routes to the function of a plane. Only a route that the general ones would send to
 * another function has one of its own: a stack has at most 500 resources.
 */
export function gatewayRoutesOf(
  plane: Plane,
  routes: ReadonlyArray<{ method: string; path: string; handler: string }>,
): string[] {
  const handler = handlerOf(plane);
  const own = routes.filter((route) => route.handler === handler && generalHandlerOf(route) !== handler);
  return [...GENERAL[plane], ...own.map(keyOf)];
}

const keyOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

function generalHandlerOf({ method, path }: { method: string; path: string }): string {
  return handlerOf(path.startsWith(`${BELOW}operator/`) ? 'operator' : usualPlaneOf(method));
}
