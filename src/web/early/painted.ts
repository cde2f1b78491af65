/** Milliseconds after which no painting is waited for: nothing is painted on a page that is not seen, or whose styles do not come. */
const longestMs = 200;

/** Settles when what stands on the page now has been painted. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, longestMs);
    // The frame is painted after these calls, and before what waits in line.
    requestAnimationFrame(() => setTimeout(resolve));
  });
}
