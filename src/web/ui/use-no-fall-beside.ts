import { useEffect } from 'react';

/** A file that falls beside the frame would take the place of the page. */
export function useNoFallBeside(): void {
  useEffect(() => {
    const hold = (event: Event) => event.preventDefault();
    addEventListener('dragover', hold);
    addEventListener('drop', hold);
    return () => {
      removeEventListener('dragover', hold);
      removeEventListener('drop', hold);
    };
  }, []);
}
