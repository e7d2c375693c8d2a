import { epochMs } from '../../../platform/clock';
import type { Platform } from '../../../platform/platform';
import type { Item } from '../../../platform/store/item';
import { readLeftToday } from '../../../senders/cap-count';
import { nextCapDayMs } from '../../../senders/daily-cap';
import { type AccountNumber, numberItem } from '../../../senders/number';
import { readActiveNumbers } from '../../../senders/read-members';
import { isSenderItem, senderItem } from '../../../senders/sender';
import type { PacedCap } from '../../timing/pace';

/**
 * Reads how many recipients the daily caps of a campaign's numbers allow, if nothing else is sent from them.
 *
 * @param options.sender number or sender, as read
 * @param options.parts parts of some texts
 * @returns `undefined` when a number has no cap: it sends on
 */
export async function readPacedCap(
  deps: Pick<Platform, 'table' | 'clock'>,
  options: { sender: Item; parts: readonly number[] },
): Promise<PacedCap | undefined> {
  const { sender, parts } = options;
  const numbers = isSenderItem(sender)
    ? await readActiveNumbers(deps.table, senderItem.read(sender))
    : [numberItem.read(sender)];
  if (numbers.length === 0 || numbers.some((one) => one?.dailyCap === undefined)) return undefined;
  const capped = numbers.filter((one) => one !== undefined);
  const left = await readLeftToday(deps, { numbers: capped });
  const eachParts = parts.reduce((sum, each) => sum + each, 0) / parts.length;
  const recipients = (ofNumber: (number: AccountNumber) => number) =>
    Math.floor(sumOfBrands(capped, ofNumber) / eachParts);
  return {
    leftToday: recipients(({ number }) => left.get(number) ?? 0),
    eachDay: recipients(({ dailyCap = 0 }) => dailyCap),
    nowMs: epochMs(deps.clock),
    nextDayMs: nextCapDayMs,
  };
}

/** Adds up the brands of numbers; of a brand, the number with the most counts. */
function sumOfBrands(numbers: readonly AccountNumber[], ofNumber: (number: AccountNumber) => number): number {
  const byBrand = new Map<string, number>();
  for (const one of numbers) {
    const { brand = '' } = one;
    byBrand.set(brand, Math.max(byBrand.get(brand) ?? 0, ofNumber(one)));
  }
  return [...byBrand.values()].reduce((sum, parts) => sum + parts, 0);
}
