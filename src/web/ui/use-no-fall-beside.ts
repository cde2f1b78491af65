import { useEffect } from 'react';

/** Prevents the browser from replacing the page with a file that is dropped beside the frame. */
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
