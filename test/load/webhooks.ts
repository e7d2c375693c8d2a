import { runWebhookLoad } from './webhook-load';
import { useTemporaryFolder } from '../support/run/temporary-folder';

/** Usage: `node --import tsx test/load/webhooks.ts [events] [kills]`. */
useTemporaryFolder();
const [events = '10000', kills = '0'] = process.argv.slice(2);
const figures = await runWebhookLoad({ events: Number(events), kills: Number(kills) });
const { requests, processed, givenUp, unverified, seconds } = figures;
process.stdout.write(
  [
    `${figures.events} events to a receiver that fails half of its requests, ${figures.kills} kills:`,
    `${processed} processed in ${seconds.toFixed(1)} s, with ${requests} requests (${(requests / seconds).toFixed(0)}/s)`,
    `${givenUp} given up after ten attempts and replayed, ${unverified} requests not verified`,
    '',
  ].join('\n'),
);
process.exitCode = processed === figures.events && unverified === 0 ? 0 : 1;
