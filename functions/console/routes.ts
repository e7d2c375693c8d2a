import * as getSession from './get-session.route';

/** The console's own routes, in the order of the reference. What a route is, its own file says. */
export const CONSOLE_DECLARATIONS = [getSession] as const;

/** The rows of all of them. `data.ts` has their handlers. */
export const CONSOLE_ROUTES = CONSOLE_DECLARATIONS.map(({ route }) => route);

/** The Lambda behind them, and the gateway's one route for all. */
export const CONSOLE_DATA_HANDLER = 'functions/console/data.ts';
export const CONSOLE_DATA_PATH = '/console/api/{path+}';
