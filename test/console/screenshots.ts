import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { startService } from '../support/start-service';
import { openBrowser, openContext, openScreen, signIn } from './browser';
import { fillDemo, readDemo } from './demo';
import { buildConsole } from './global-setup';
import { SCREENS } from './screens';

/** `npm run console:screenshots`: every screen at the width of a desk and of a phone, in light and dark. */
const flags = new Command('npm run console:screenshots --')
  .option('--out <folder>', 'where the pictures go', '.local/screenshots')
  .parse()
  .opts<{ out: string }>();

buildConsole();
const service = await startService(['--in-memory']);
const browser = await openBrowser();
try {
  const demo = readDemo(service.dataDir);
  const { campaignId } = await fillDemo(demo, { contacts: 60 });
  mkdirSync(flags.out, { recursive: true });
  for (const width of [1440, 390]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await openContext(browser, { width, colorScheme });
      const page = await signIn(context, demo, 'operator');
      for (const screen of [...SCREENS, `campaigns/${campaignId}`]) {
        await openScreen(page, demo, screen);
        const name = screen.replace(campaignId, 'detail').replaceAll(/[^a-z0-9]+/gi, '-');
        await page.screenshot({
          path: join(flags.out, `${name}-${width}-${colorScheme}.png`),
          fullPage: true,
        });
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
  await service.stop();
}
