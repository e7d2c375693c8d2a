import type { Locator, Page } from 'playwright-core';

/** Returns the line of a rule by its number, such as 2 or 3.1. */
export const ruleOf = (page: Page, number: string): Locator =>
  page.getByRole('group', { name: `Rule ${number}`, exact: true });

/** Chooses the field of a rule, and its comparison unless the first one of the field is meant. */
export async function chooseRule(
  page: Page,
  number: string,
  { field, comparison }: { field: string; comparison?: string },
): Promise<void> {
  await ruleOf(page, number).getByLabel('Field').click();
  await page.getByRole('option', { name: field, exact: true }).click();
  if (comparison === undefined) return;
  await ruleOf(page, number).getByLabel('Comparison').click();
  await page.getByRole('option', { name: comparison }).first().click();
}

/** Chooses values of a rule from its list by their names. */
export async function chooseValues(page: Page, number: string, names: readonly string[]): Promise<void> {
  await ruleOf(page, number).getByLabel('Value').click();
  for (const name of names) {
    await page.getByRole('option', { name, exact: true }).click();
  }
  await page.keyboard.press('Escape');
}
