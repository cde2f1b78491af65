import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

let isBeingPrinted = false;

function subscribe(listener: () => void): () => void {
  const paper = matchMedia('print');
  const begin = () => {
    isBeingPrinted = true;
    // Flushed because the browser draws the paper as soon as this event is over.
    flushSync(listener);
  };
  const end = () => {
    isBeingPrinted = false;
    listener();
  };
  addEventListener('beforeprint', begin);
  addEventListener('afterprint', end);
  paper.addEventListener('change', listener);
  return () => {
    removeEventListener('beforeprint', begin);
    removeEventListener('afterprint', end);
    paper.removeEventListener('change', listener);
  };
}

const isPrinting = () => isBeingPrinted || matchMedia('print').matches;

/** Returns whether the page is being printed. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, isPrinting);
