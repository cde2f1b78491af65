import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { smallestLeft, withCrop, type Crop, type Edge } from '../../../../domain/files/photographs.ts';
import { useText } from '../../../app/texts.tsx';
import css from './photographs.module.css';

/** Steps of the arrow keys, and of Page Up and Page Down, in percent. */
const [step, bigStep] = [1, 5];

type CropBarProps = {
  edge: Edge;
  crop: Crop;
  /** Returns the place of the photograph on the screen. */
  frame: () => DOMRect | undefined;
  onCrop: (crop: Crop) => void;
};

const isAcross = (edge: Edge) => edge === 'top' || edge === 'bottom';

/** Returns how much is cut off at an edge, in percent, when the pointer is at a point of the photograph. */
function cutAt(
  edge: Edge,
  { left, top, width, height }: DOMRect,
  { clientX, clientY }: PointerEvent,
): number {
  if (edge === 'top') return (100 * (clientY - top)) / height;
  if (edge === 'bottom') return (100 * (top + height - clientY)) / height;
  if (edge === 'left') return (100 * (clientX - left)) / width;
  return (100 * (left + width - clientX)) / width;
}

/** Returns the change of a crop that a key makes, in percent: the bar moves in the direction of the arrow. */
function keyChange(edge: Edge, key: string): number | undefined {
  const inwards = { top: 'ArrowDown', bottom: 'ArrowUp', left: 'ArrowRight', right: 'ArrowLeft' }[edge];
  const outwards = { top: 'ArrowUp', bottom: 'ArrowDown', left: 'ArrowLeft', right: 'ArrowRight' }[edge];
  const changes: Record<string, number> = {
    [inwards]: step,
    [outwards]: -step,
    PageUp: bigStep,
    PageDown: -bigStep,
    End: 100,
    Home: -100,
  };
  return changes[key];
}

/** Bar at one edge of a photograph: dragged with a pointer, or moved with the keys. The part behind it is cut off. */
export function CropBar({ edge, crop, frame, onCrop }: CropBarProps) {
  const t = useText();
  const dragging = useRef(false);
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const box = frame();
    if (dragging.current && box) onCrop(withCrop(crop, edge, cutAt(edge, box, event)));
  };
  const press = (event: KeyboardEvent) => {
    const change = keyChange(edge, event.key);
    if (change === undefined) return;
    event.preventDefault();
    onCrop(withCrop(crop, edge, crop[edge] + change));
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      className={`${css.bar} ${isAcross(edge) ? css.across : css.upright}`}
      style={{ [edge]: `${crop[edge]}%` }}
      data-edge={edge}
      aria-label={t(`upload.pages.bar.${edge}`)}
      aria-orientation={isAcross(edge) ? 'vertical' : 'horizontal'}
      aria-valuemin={0}
      aria-valuemax={100 - smallestLeft}
      aria-valuenow={crop[edge]}
      aria-valuetext={t('upload.pages.percent', { percent: crop[edge] })}
      onPointerDown={(event) => {
        dragging.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
      onPointerUp={() => void (dragging.current = false)}
      onPointerCancel={() => void (dragging.current = false)}
      onKeyDown={press}
    />
  );
}
