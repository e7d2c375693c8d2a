import { CONSOLE_ROUTES } from '../../functions/console/routes';
import { ROUTES } from '../../functions/http/routes';
import { TWILIO_HANDLER } from '../../functions/twilio/routes';

/** Returns the files that declare a handler's access to the table: those of the routes, or the one of all workers. */
export function accessFileOf(entry: string): string {
  const answers = ({ handler }: { handler: string }) => handler === entry;
  if (CONSOLE_ROUTES.some(answers)) return 'functions/console/*.routes.ts';
  if (entry === TWILIO_HANDLER) return 'functions/twilio/*.routes.ts';
  return ROUTES.some(answers) ? 'functions/http/*.routes.ts' : 'lib/stack/table-access.ts';
}
