/**
 * What a route of the console may reach, which is what the role of its function may reach: reading, changes within an account, who
 * may come in (users and API keys), and what is above accounts.
 */
export const PLANES = ['reading', 'account', 'identity', 'operator'] as const;
export type Plane = (typeof PLANES)[number];

/** Of a route that says nothing else. */
export const usualPlaneOf = (method: string) => (method === 'GET' ? 'reading' : 'account');

/** The Lambda of all routes of a plane. */
export const handlerOf = (plane: Plane) => `functions/console/${plane}.ts`;

const BELOW = '/console/api/';
/**
 * The routes of the gateway that take all requests but those with a route of their own. Those of operators name GET too: which comes
 * first, the method or the longer path, the gateway's documentation does not say.
 */
const GENERAL: Readonly<Record<Plane, readonly string[]>> = {
  reading: [`GET ${BELOW}{path+}`],
  account: [`ANY ${BELOW}{path+}`],
  identity: [],
  operator: [`GET ${BELOW}operator/{path+}`, `ANY ${BELOW}operator/{path+}`],
};

/**
 * The keys of the gateway's routes to the function of a plane. Only a route that the general ones would lead to another function has
 * one of its own: a stack has at most 500 resources.
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
