import { mkdirSync } from 'node:fs';
import { connectToBrowser, openContext, openScreen, signIn } from './browser';
import { readDemo } from './demo';
import setUp, { stopConsole } from './global-setup';
import { lookers } from './tmp-look';

try {
  await setUp();
  mkdirSync('/tmp/shots', { recursive: true });
  for (const width of [1440, 390]) {
    const demo = readDemo();
    const browser = await connectToBrowser();
    const page = await signIn(await openContext(browser, { width }), demo, 'operator');
    await lookers({ page, demo, width, browser, openScreen });
    await browser.close();
  }
} finally {
  await stopConsole();
}
