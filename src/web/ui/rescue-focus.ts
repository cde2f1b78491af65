/**
 * Moves focus to an element when what had it is gone, as after a dialog whose button went with what it removed. Waits until the
 * dialog has given focus back.
 */
export function rescueFocus(find: () => HTMLElement | null | undefined): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (document.activeElement === null || document.activeElement === document.body) find()?.focus();
    }),
  );
}
