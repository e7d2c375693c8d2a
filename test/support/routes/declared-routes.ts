import pLimit from 'p-limit';
import { CONSOLE_DECLARATIONS } from '../../../functions/console/routes';
import { DECLARATIONS } from '../../../functions/http/routes';
import type { ConsoleRoute, Route } from '../../../shared/http/route';
import type { RouteDocumentation } from '../../../shared/http/route-documentation';

/** Row of the route table, public or of the console, with its documentation in the reference. */
export interface Declared {
  route: Route | ConsoleRoute;
  documentation: () => RouteDocumentation;
}

export const DECLARED = [...DECLARATIONS, ...CONSOLE_DECLARATIONS] as readonly Declared[];
/** Routes that take credentials. */
export const GUARDED = DECLARED.filter(({ route }) => route.authentication !== 'none');

const nameOf = ({ route }: Declared) => `${route.method} ${route.path}`;

/** Calls each of the routes, and returns the answers by the names of the routes. */
export async function ofEach<Got>(declared: readonly Declared[], ask: (one: Declared) => Promise<Got>) {
  const limit = pLimit(8);
  const got = declared.map((one) => limit(async () => [nameOf(one), await ask(one)] as const));
  return Object.fromEntries(await Promise.all(got));
}

/** Returns the expected answers, by the names of the routes. */
export const forEach = <Got>(declared: readonly Declared[], got: (one: Declared) => Got) =>
  Object.fromEntries(declared.map((one) => [nameOf(one), got(one)]));

/** Returns a path of the route whose parameters name nothing that exists. */
export const unusedPath = ({ path }: Route | ConsoleRoute) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'phoneNumber' ? '%2B12065550142' : `grp_01KJMNEX00A5DWRV8QZ9RT5BGP`,
  );
