let cover: () => void = () => undefined;

/** For the one gate around every page: takes over what `coverForGood` does. */
export function onCoverForGood(work: () => void): void {
  cover = work;
}

/** Takes the page off the screen, and out of the document, before the next one comes: at once, not with the next drawing. */
export function coverForGood(): void {
  cover();
}
