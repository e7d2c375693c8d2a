import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { connectToBrowser, openContext, openScreen, signIn } from './browser';
import { readDemo } from './demo';
import setUp, { stopConsole } from './global-setup';
import { allScreens } from './screens';

/** `npm run console:screenshots`: takes pictures of every screen for a desktop and for a phone, in light and dark. */
const flags = new Command('npm run console:screenshots --')
  .option('--out <folder>', 'where the pictures go', '.local/screenshots')
  .parse()
  .opts<{ out: string }>();

const MIN_HEIGHT = 900;

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
  for (const screen of allScreens(demo.accountId)) {
    await openScreen(page, demo, screen);
    const name = screen.replace(/[a-z]{3}_[0-9A-Z]{26}/, 'detail').replaceAll(/[^a-z0-9]+/gi, '-');
    // A window as high as the screen: for a picture of a part below the window, Chromium changes its width for a
    // moment.
    const height = await page.evaluate<number>('document.documentElement.scrollHeight');
    await page.setViewportSize({ width, height: Math.max(height, MIN_HEIGHT) });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const path = join(flags.out, `${name}-${width}-${colorScheme}.png`);
      await page.screenshot({ path });
    }
    await page.setViewportSize({ width, height: MIN_HEIGHT });
  }
  await browser.close();
}
