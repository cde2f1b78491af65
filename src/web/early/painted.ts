/** Resolves when the current content of the page has been painted; never while the page is hidden. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    // The frame is painted after these callbacks, and before queued tasks.
    requestAnimationFrame(() => setTimeout(resolve));
  });
}
