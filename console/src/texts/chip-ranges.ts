import type { ChipRange } from './shown-text';

/** Selection of a field; both ends are equal for a caret. */
export interface Selected {
  start: number;
  end: number;
}

const isInside = (position: number, { start, end }: ChipRange): boolean => start < position && position < end;

/** Returns the chip in which a position is, its ends excluded. */
export const chipAt = (chips: readonly ChipRange[], position: number): ChipRange | undefined =>
  chips.find((chip) => isInside(position, chip));

/**
 * Moves each end of a selection out of the chip in which it is: on in the direction in which it has moved, so that an arrow
 * key crosses a chip in one step; an end that has not moved goes outward.
 *
 * @param before selection before the move
 */
export function keepOutOfChips(chips: readonly ChipRange[], selected: Selected, before: Selected): Selected {
  const { start, end } = selected;
  if (start === end) {
    const caret = moveOut(chips, start, start >= before.end ? 'end' : 'start');
    return { start: caret, end: caret };
  }
  return {
    start: moveOut(chips, start, start > before.start ? 'end' : 'start'),
    end: moveOut(chips, end, end < before.end ? 'start' : 'end'),
  };
}

function moveOut(chips: readonly ChipRange[], position: number, side: 'start' | 'end'): number {
  return chipAt(chips, position)?.[side] ?? position;
}

/**
 * Returns the range that a deletion takes away when it meets a chip, which goes as a whole; `undefined` when the field
 * deletes as it always does.
 */
export function rangeOfDeletion(
  chips: readonly ChipRange[],
  { start, end }: Selected,
  direction: 'backward' | 'forward',
): Selected | undefined {
  if (start === end) {
    return chips.find(
      (chip) =>
        isInside(start, chip) || (direction === 'backward' ? chip.end === start : chip.start === start),
    );
  }
  const whole = {
    start: chipAt(chips, start)?.start ?? start,
    end: chipAt(chips, end)?.end ?? end,
  };
  return whole.start === start && whole.end === end ? undefined : whole;
}

/** Returns the part of a text that must be replaced to make another one of it. */
export function differenceOf(before: string, after: string): Selected & { text: string } {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let same = 0;
  while (same < most - start && before[before.length - 1 - same] === after[after.length - 1 - same])
    same += 1;
  return { start, end: before.length - same, text: after.slice(start, after.length - same) };
}
