let cover: () => void = () => undefined;

/** Registers the handler of `coverForGood`, for the gate around every page. */
export function onCoverForGood(work: () => void): void {
  cover = work;
}

/** Removes the page from the screen and from the document before the next one loads: immediately, not with the next render. */
export function coverForGood(): void {
  cover();
}
