import { CONSOLE_ROUTES } from '../../functions/console/routes';
import { ROUTES } from '../../functions/http/routes';

/** Returns the file that declares a handler's access to the table: that of its route, or the one of all workers. */
export function accessFileOf(entry: string): string {
  if (CONSOLE_ROUTES.some(({ handler }) => handler === entry)) {
    return 'functions/console/*.routes.ts';
  }
  const isOfRoute = ROUTES.some(({ handler }) => handler === entry);
  return isOfRoute ? entry.replace(/\.ts$/, '.route.ts') : 'lib/stack/table-access.ts';
}
