import { ServiceError } from '../../shared/errors/service-error';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { userEndpoint } from '../../shared/http/user-endpoint';
import { REDRIVEN_AT_MOST, TIMER_AT_MOST_MS } from '../../shared/limits';
import { examineService } from '../../shared/operations/examine-service';
import { listDeadLetters } from '../../shared/operations/list-dead-letters';
import { listOverdue } from '../../shared/operations/list-overdue';
import { redriveDeadLetters } from '../../shared/operations/redrive-dead-letters';
import { runTimer } from '../../shared/operations/run-timer';
import { readQueues } from '../../shared/operations/watched-queues';
import { readTraffic } from '../../shared/overview/read-traffic';
import { readAlarms } from '../../shared/platform/aws/read-alarms';
import { RELEASE } from '../../shared/platform/release';
import { timeZoneRelease } from '../../shared/time-zones/time-zone';
import * as routes from './operator-work.routes';
import { readDays } from './read-days';

/** Routes of work that is stuck, for operators. **Source:** rules E6. */
export const OPERATOR_WORK_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.listDeadLetters.route,
    handler: userEndpoint({
      route: routes.listDeadLetters.route,
      handle: async ({ platform }) => {
        const queues = readQueues(platform.config.operations());
        const listed = await listDeadLetters(queues);
        const results = listed.map((queue, index) => ({
          ...queue,
          hasQueue: queues[index]?.url !== undefined,
        }));
        return { status: 200, body: { results } };
      },
    }),
  },
  {
    route: routes.redriveDeadLetters.route,
    handler: userEndpoint({
      route: routes.redriveDeadLetters.route,
      handle: async ({ platform, audit, pathParameters }) => {
        const { timerFunctionName, ...texts } = platform.config.operations();
        const queue = readQueues(texts).find(({ name }) => name === pathParameters.queue);
        if (!queue) throw new ServiceError('NoSuchResource', { cause: 'queue' });
        // Queues take no part in a transaction, so the entry is written on its own.
        audit.tell({ target: { type: 'queue', id: queue.name } });
        await audit.write();
        const body = await redriveDeadLetters(queue, {
          atMost: REDRIVEN_AT_MOST,
          takeUp: async () => {
            const { outcome } = await runTimer(platform, {
              ...{ functionName: timerFunctionName, endsAfterMs: TIMER_AT_MOST_MS },
            });
            if (outcome !== 'done') throw new ServiceError('InvalidState', { details: { status: outcome } });
          },
        });
        return { status: 200, body };
      },
    }),
  },
  {
    route: routes.listOverdueWork.route,
    handler: userEndpoint({
      route: routes.listOverdueWork.route,
      handle: async ({ platform }) => ({ status: 200, body: { results: await listOverdue(platform) } }),
    }),
  },
  {
    route: routes.getTraffic.route,
    handler: userEndpoint({
      route: routes.getTraffic.route,
      handle: async ({ platform, query }) => ({
        status: 200,
        body: await readTraffic(platform, { days: readDays(query.days) }),
      }),
    }),
  },
  {
    route: routes.listAlarms.route,
    handler: userEndpoint({
      route: routes.listAlarms.route,
      handle: async ({ platform }) => {
        const { alarmPrefix } = platform.config.operations();
        if (alarmPrefix === undefined) return { status: 200, body: { isApplicable: false, results: [] } };
        const alarms = await readAlarms(alarmPrefix);
        const results = alarms
          .filter(({ isInAlarm }) => isInAlarm)
          .map(({ name, meaning, since }) => ({ name, meaning, since }));
        return { status: 200, body: { isApplicable: true, watching: alarms.length, results } };
      },
    }),
  },
  {
    route: routes.examineAws.route,
    handler: userEndpoint({
      route: routes.examineAws.route,
      handle: async ({ platform: { table, clock, config } }) => {
        const results = await examineService({ table, clock }, config.messagingResources(), {
          release: RELEASE,
          timeZones: timeZoneRelease(),
        });
        return { status: 200, body: { results } };
      },
    }),
  },
];
