import { useLayoutEffect, useRef } from 'react';

const smallest = 0.5;
const stepDown = 0.03;

/**
 * Lets the words of a card shrink until all of them are on it: nothing on a card may be cut off. Sets `--k`, by which its
 * style sheet multiplies every size. Measures again whenever the card is drawn with something else on it.
 */
export function useFit() {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const card = element.current;
    if (!card) return undefined;
    const fit = () => {
      let scale = 1;
      card.style.removeProperty('--k');
      while (overflows(card) && scale > smallest) {
        scale -= stepDown;
        card.style.setProperty('--k', scale.toFixed(2));
      }
    };
    fit();
    // Letters have other widths before their font is there.
    let gone = false;
    void document.fonts.ready.then(() => {
      if (!gone) fit();
    });
    return () => {
      gone = true;
    };
  });
  return element;
}

const overflows = (card: HTMLElement) =>
  card.scrollHeight > card.clientHeight + 1 || card.scrollWidth > card.clientWidth + 1;
