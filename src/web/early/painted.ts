/** Settles when what stands on the page now has been painted; never while the page is not seen. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    // The frame is painted after these calls, and before what waits in line.
    requestAnimationFrame(() => setTimeout(resolve));
  });
}
