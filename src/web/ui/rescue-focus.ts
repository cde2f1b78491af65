/** Runs the work once a closing dialog has returned the focus. */
function afterDialog(work: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(work));
}

/**
 * Moves focus to an element after the focused one was removed, for example when a dialog removes the button that opened it. Waits
 * until the dialog has returned the focus.
 */
export function rescueFocus(find: () => HTMLElement | null | undefined): void {
  afterDialog(() => {
    if (document.activeElement === null || document.activeElement === document.body) find()?.focus();
  });
}

/** Number of frames in which a closing dialog may still keep focus from the elements behind it. */
const framesToTry = 60;

/** Moves focus to an element from a button that is about to be removed, once its dialog has returned the focus to it. */
export function moveFocus(find: () => HTMLElement | null | undefined): void {
  const tryFor = (frames: number) => {
    const target = find();
    target?.focus();
    if (document.activeElement !== target && frames > 0) requestAnimationFrame(() => tryFor(frames - 1));
  };
  afterDialog(() => tryFor(framesToTry));
}
