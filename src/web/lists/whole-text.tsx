import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import css from './lists.module.css';

type Shown = { text: string; left: number; top: number };

const isCut = (element: Element) => element.scrollWidth > element.clientWidth + 1;

/** Returns the texts of a cell that are cut: of the cell itself, or of lines in it. */
function cutTexts(cell: Element): string[] {
  const lines = [...cell.querySelectorAll<HTMLElement>('a, small, span')].filter(isCut);
  const outer = lines.filter((line) => !lines.some((other) => other !== line && other.contains(line)));
  if (outer.length > 0) return outer.map((line) => line.innerText.trim());
  return isCut(cell) ? [(cell as HTMLElement).innerText.trim()] : [];
}

function wholeTextOf(target: EventTarget | null, box: HTMLElement, ofRow: boolean): Shown | undefined {
  if (!(target instanceof Element)) return undefined;
  const cell = target.closest('tbody td, tbody th');
  const row = cell?.closest('tr');
  if (!cell || !row || !box.contains(cell)) return undefined;
  const texts = (ofRow ? [...row.cells] : [cell]).flatMap(cutTexts).filter((text) => text !== '');
  if (texts.length === 0) return undefined;
  const { left, bottom } = cell.getBoundingClientRect();
  return { text: texts.join('\n'), left, top: bottom - 4 };
}

/**
 * Shows the whole text of a cell that is cut: below the cell under the pointer, and below the focused cell for its whole row.
 * Escape hides it. Screen readers read the whole text in the cell itself.
 */
export function WholeText({ box }: { box: HTMLElement | null }) {
  const [shown, setShown] = useState<Shown>();
  useEffect(() => {
    if (!box) return undefined;
    const over = ({ target }: Event) => setShown(wholeTextOf(target, box, false));
    const focus = ({ target }: Event) => {
      if (target instanceof Element && target.matches(':focus-visible'))
        setShown(wholeTextOf(target, box, true));
    };
    const hide = () => setShown(undefined);
    const key = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    box.addEventListener('pointerover', over);
    box.addEventListener('pointerleave', hide);
    box.addEventListener('focusin', focus);
    box.addEventListener('focusout', hide);
    document.addEventListener('keydown', key);
    document.addEventListener('scroll', hide, true);
    return () => {
      box.removeEventListener('pointerover', over);
      box.removeEventListener('pointerleave', hide);
      box.removeEventListener('focusin', focus);
      box.removeEventListener('focusout', hide);
      document.removeEventListener('keydown', key);
      document.removeEventListener('scroll', hide, true);
    };
  }, [box]);
  if (!shown) return null;
  const { text, left, top } = shown;
  return createPortal(
    <div className={css.whole} aria-hidden="true" style={{ left, top }}>
      {text}
    </div>,
    document.body,
  );
}
