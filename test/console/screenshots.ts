import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { connectToBrowser, openContext, openScreen, signIn } from './browser';
import { readDemo } from './demo';
import setUp, { stopConsole } from './global-setup';
import { CAMPAIGN_ID, screensWithCampaign } from './screens';

/** `npm run console:screenshots`: every screen at the width of a desk and of a phone, in light and dark. */
const flags = new Command('npm run console:screenshots --')
  .option('--out <folder>', 'where the pictures go', '.local/screenshots')
  .parse()
  .opts<{ out: string }>();

try {
  await setUp();
  mkdirSync(flags.out, { recursive: true });
  await Promise.all([takePictures(1440), takePictures(390)]);
} finally {
  await stopConsole();
}

async function takePictures(width: number): Promise<void> {
  const demo = readDemo();
  const browser = await connectToBrowser();
  const page = await signIn(await openContext(browser, { width }), demo, 'operator');
  for (const screen of screensWithCampaign()) {
    await openScreen(page, demo, screen);
    const name = screen.replace(process.env[CAMPAIGN_ID] ?? '', 'detail').replaceAll(/[^a-z0-9]+/gi, '-');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const path = join(flags.out, `${name}-${width}-${colorScheme}.png`);
      await page.screenshot({ path, fullPage: true });
    }
  }
  await browser.close();
}
