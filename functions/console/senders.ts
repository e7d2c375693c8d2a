import type { ConsoleHandler } from '../../shared/http/by-path';
import { endpoint } from '../../shared/http/endpoint';
import { readSenderState } from '../../shared/senders/sender-state';
import { listSenders } from '../../shared/senders/sender-store';
import * as routes from './senders.routes';

/** Routes of the senders of the account. **Source:** rules 2.8, E6. */
export const SENDER_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.listSenders.route,
    handler: endpoint({
      route: routes.listSenders.route,
      handle: async ({ platform: { table }, account }) => {
        const senders = await listSenders(table, account.id);
        const results = await Promise.all(
          senders.map((sender) => readSenderState(table, { sender, account })),
        );
        return { status: 200, body: { results } };
      },
    }),
  },
];
