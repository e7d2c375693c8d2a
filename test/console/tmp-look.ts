export async function lookers({ page, demo, width, openScreen }: any) {
  await openScreen(page, demo, 'usage');
  await page.waitForTimeout(1500);
  const height = await page.evaluate('document.documentElement.scrollHeight');
  await page.setViewportSize({ width, height: Math.max(height, 900) });
  await page.screenshot({ path: `/tmp/shots/usage-${width}.png` });
  await page.setViewportSize({ width, height: 900 });
}
