import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { chipAt, differenceOf, keepOutOfChips, rangeOfDeletion, type Selected } from './chip-ranges';
import type { TextKind } from './pieces';
import { type ChipRange, ShownText } from './shown-text';
import type { FieldLabels } from './value';

interface Options {
  body: string;
  onChange: (body: string) => void;
  kind: TextKind;
  fields: FieldLabels;
  /** Element around the field. */
  area: RefObject<HTMLElement | null>;
  /** Called with the index of the chip that was clicked. */
  onChip: (index: number) => void;
}

/** State and editing of a text area whose values are chips: each is crossed, selected and deleted as a whole. */
export function useChipField({ body, onChange, kind, fields, area, onChip }: Options) {
  const texts = useMemo(() => new ShownText(kind, fields), [kind, fields]);
  const [typed, setTyped] = useState({ texts, shown: '' });
  const isCurrent = typed.texts === texts && texts.read(typed.shown) === body;
  const shown = isCurrent ? typed.shown : texts.show(body);
  const write = (next: string) => {
    setTyped({ texts, shown: next });
    onChange(texts.read(next));
  };
  const field = () => area.current?.querySelector('textarea') ?? undefined;

  const lastInput = useRef('');
  // A tag that was typed becomes a chip: later, since a field takes no change while it takes another one.
  useEffect(() => {
    const whole = texts.show(body);
    const isWhole = texts.chipsIn(whole).length === texts.chipsIn(shown).length;
    if (isWhole || lastInput.current.startsWith('history')) return;
    const timer = setTimeout(() => {
      const element = field();
      if (element?.value !== shown) return;
      if (element === document.activeElement) replaceIn(element, differenceOf(shown, whole));
      if (element.value !== whole) setTyped({ texts, shown: whole });
    });
    return () => clearTimeout(timer);
  });

  const latest = useRef({ texts, onChip });
  latest.current = { texts, onChip };
  const hasBeenUsed = useRef(false);
  useLayoutEffect(() => {
    const element = field();
    if (element === undefined) return;
    const chipsNow = () => latest.current.texts.chipsIn(element.value);
    return attach(element, {
      ...{
        chipsNow,
        read: (text) => latest.current.texts.read(text),
        show: (text) => latest.current.texts.show(text),
      },
      onChip: (index) => latest.current.onChip(index),
      onFocus: () => {
        hasBeenUsed.current = true;
      },
      onInput: (inputType) => {
        lastInput.current = inputType;
      },
    });
    // The element is the same as long as the field is there.
  }, []);

  return {
    ...{ shown, write },
    marks: texts.marksIn(shown),
    /** Puts a tag in at the caret, at the end of a text that was not touched yet. */
    insert: (tag: string) => {
      const element = field();
      if (element === undefined) return;
      const { length } = element.value;
      const [start, end] = hasBeenUsed.current
        ? [element.selectionStart, element.selectionEnd]
        : [length, length];
      replaceIn(element, { start, end, text: texts.show(tag) });
    },
    /** Puts a tag in the place of a chip; without a tag the chip is removed. */
    replaceChip: (index: number, tag = '') => {
      const element = field();
      const chip = texts.chipsIn(shown)[index];
      if (element !== undefined && chip !== undefined) replaceIn(element, { ...chip, text: texts.show(tag) });
    },
  };
}

interface Handlers {
  chipsNow: () => ChipRange[];
  read: (shown: string) => string;
  show: (body: string) => string;
  onChip: (index: number) => void;
  onFocus: () => void;
  onInput: (inputType: string) => void;
}

/** Lets the chips of a field behave as one character each. @returns function that ends it */
function attach(element: HTMLTextAreaElement, handlers: Handlers): () => void {
  const { chipsNow, read, show, onChip, onFocus, onInput } = handlers;
  const controller = new AbortController();
  const { signal } = controller;
  let before: Selected = { start: 0, end: 0 };
  let isPressed = false;
  const selected = (): Selected => ({ start: element.selectionStart, end: element.selectionEnd });
  const keepOut = () => {
    if (isPressed || document.activeElement !== element) return;
    const now = selected();
    const next = keepOutOfChips(chipsNow(), now, before);
    before = next;
    if (next.start !== now.start || next.end !== now.end)
      element.setSelectionRange(next.start, next.end, element.selectionDirection);
  };
  const chosen = () => element.value.slice(element.selectionStart, element.selectionEnd);

  element.addEventListener('focus', onFocus, { signal });
  element.addEventListener(
    'input',
    (event) => onInput('inputType' in event ? String(event.inputType) : ''),
    // Before the page takes the change.
    { signal, capture: true },
  );
  document.addEventListener('selectionchange', keepOut, { signal });
  element.addEventListener('keyup', keepOut, { signal });
  element.addEventListener('pointerdown', () => (isPressed = true), { signal });
  document.addEventListener(
    'pointerup',
    () => {
      if (!isPressed) return;
      // The click comes first: it must see where the caret is.
      setTimeout(() => {
        isPressed = false;
        keepOut();
      });
    },
    { signal },
  );
  element.addEventListener(
    'click',
    () => {
      const { start, end } = selected();
      const chips = chipsNow();
      const chip = start === end ? chipAt(chips, start) : undefined;
      if (chip !== undefined) onChip(chips.indexOf(chip));
    },
    { signal },
  );
  element.addEventListener(
    'beforeinput',
    (event) => {
      const { inputType, isComposing } = event;
      if (isComposing || !/^delete.*(Backward|Forward)$/.test(inputType)) return;
      const direction = inputType.endsWith('Forward') ? 'forward' : 'backward';
      const range = rangeOfDeletion(chipsNow(), selected(), direction);
      if (range === undefined) return;
      event.preventDefault();
      replaceIn(element, { ...range, text: '' });
    },
    { signal },
  );
  const copy = (event: ClipboardEvent) => {
    const text = chosen();
    if (text === '' || event.clipboardData === null) return;
    event.clipboardData.setData('text/plain', read(text));
    event.preventDefault();
    if (event.type === 'cut') replaceIn(element, { ...selected(), text: '' });
  };
  element.addEventListener('copy', copy, { signal });
  element.addEventListener('cut', copy, { signal });
  element.addEventListener(
    'paste',
    (event) => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      const shown = show(text);
      if (shown === text) return;
      event.preventDefault();
      replaceIn(element, { ...selected(), text: shown });
    },
    { signal },
  );
  return () => controller.abort();
}

/** Replaces a part of a field as if it were typed, so that it can be undone. */
function replaceIn(element: HTMLTextAreaElement, { start, end, text }: Selected & { text: string }): void {
  element.focus();
  element.setSelectionRange(start, end);
  // There is no other way to change a field that its undo knows.
  if (text !== '') document.execCommand('insertText', false, text);
  else if (start !== end) document.execCommand('delete');
}
