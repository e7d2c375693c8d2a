import { useLayoutEffect, useRef } from 'react';
import type { Mark } from './shown-text';

interface Props {
  marks: readonly Mark[];
  isDoubtful: (tag: string) => boolean;
}

/** Layer over the field beside it that marks its values and what is wrong. It has the same text in the same place, unseen. */
export function TextMarks({ marks, isDoubtful }: Props) {
  const layer = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const field = fieldOf(layer.current);
    if (field === undefined) return;
    const follow = () => lieOver(field, layer.current);
    const observer = new ResizeObserver(follow);
    observer.observe(field);
    field.addEventListener('scroll', follow);
    return () => {
      observer.disconnect();
      field.removeEventListener('scroll', follow);
    };
  }, []);
  useLayoutEffect(() => lieOver(fieldOf(layer.current), layer.current));
  return (
    <div className="text-marks" aria-hidden="true" ref={layer}>
      {marks.map(({ kind, text, tag }, index) => (
        <span key={index} className={classOf(kind, isDoubtful(tag))}>
          {text}
        </span>
      ))}
    </div>
  );
}

function classOf(kind: Mark['kind'], isDoubtful: boolean): string | undefined {
  if (kind === 'words') return undefined;
  return kind === 'unknown' || isDoubtful ? `text-${kind} text-doubtful` : 'text-value';
}

const LIKE_FIELD = [
  'font',
  'letterSpacing',
  'lineHeight',
  'padding',
  'textAlign',
  'direction',
  'tabSize',
] as const;

const fieldOf = (layer: HTMLElement | null) =>
  layer?.parentElement?.querySelector<HTMLTextAreaElement>('textarea') ?? undefined;

/** Gives the layer the place, the room and the writing of the field. */
function lieOver(field: HTMLTextAreaElement | undefined, layer: HTMLElement | null): void {
  if (field === undefined || layer === null) return;
  const style = getComputedStyle(field);
  for (const name of LIKE_FIELD) layer.style[name] = style[name];
  layer.style.left = `${field.offsetLeft + field.clientLeft}px`;
  layer.style.top = `${field.offsetTop + field.clientTop}px`;
  // Without the scroll bar.
  layer.style.width = `${field.clientWidth}px`;
  layer.style.height = `${field.clientHeight}px`;
  layer.scrollTop = field.scrollTop;
}
