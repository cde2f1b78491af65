/** Does something once a dialog that closes has given focus back. */
function afterDialog(work: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(work));
}

/**
 * Moves focus to an element when what had it is gone, as after a dialog whose button went with what it removed. Waits until the
 * dialog has given focus back.
 */
export function rescueFocus(find: () => HTMLElement | null | undefined): void {
  afterDialog(() => {
    if (document.activeElement === null || document.activeElement === document.body) find()?.focus();
  });
}

/** Frames in which a dialog that closes may still keep focus from what is behind it. */
const framesToTry = 60;

/** Moves focus to an element from a button that is about to go, once the dialog that it opened has given focus back to it. */
export function moveFocus(find: () => HTMLElement | null | undefined): void {
  const tryFor = (frames: number) => {
    const target = find();
    target?.focus();
    if (document.activeElement !== target && frames > 0) requestAnimationFrame(() => tryFor(frames - 1));
  };
  afterDialog(() => tryFor(framesToTry));
}
