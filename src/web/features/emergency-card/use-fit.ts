import { useLayoutEffect, useRef } from 'react';

const smallest = 0.5;
const stepDown = 0.03;

/**
 * Shrinks the words of a card until all of them fit: nothing on a card may be cut off. Sets `--k`, by which its style sheet
 * multiplies every size. Measures again when the content of the card changes, and when the reader changes the spacing of letters,
 * words and lines.
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
    // Letters have different widths before their font is loaded.
    let gone = false;
    void document.fonts.ready.then(() => {
      if (!gone) fit();
    });
    const forget = onOtherSpacing(card, fit);
    return () => {
      gone = true;
      forget();
    };
  });
  return element;
}

/**
 * Calls back when the spacing of text changes. No event reports a style sheet that the reader or an extension adds, and the card
 * keeps its size: hidden words inside it change theirs.
 */
function onOtherSpacing(card: HTMLElement, changed: () => void): () => void {
  const probe = document.createElement('div');
  probe.ariaHidden = 'true';
  Object.assign(probe.style, {
    position: 'absolute',
    top: '0',
    left: '0',
    display: 'flow-root',
    width: 'max-content',
    visibility: 'hidden',
  });
  probe.append(document.createElement('p'), document.createElement('p'));
  for (const line of probe.children) line.textContent = 'a a';
  card.append(probe);
  let isFirst = true;
  const observer = new ResizeObserver(() => {
    if (!isFirst) changed();
    isFirst = false;
  });
  observer.observe(probe);
  return () => {
    observer.disconnect();
    probe.remove();
  };
}

const overflows = (card: HTMLElement) =>
  card.scrollHeight > card.clientHeight + 1 || card.scrollWidth > card.clientWidth + 1;
