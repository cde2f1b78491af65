import { painted } from './painted.ts';

let held: HTMLElement | undefined;

/**
 * Keeps the last control that is pressed before the page can react: a button, or a link that opens a dialog. Other links work without
 * the script.
 */
function holdPress(event: MouseEvent): void {
  const { target } = event;
  const control = target instanceof Element ? target.closest<HTMLElement>('button, a[aria-haspopup]') : null;
  if (!control || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  held = control;
  control.ariaBusy = 'true';
}

/** Whether the page still shows only the first frame, which the server sent (src/web/frames). */
export const showsFirstFrame = (root: HTMLElement): boolean => root.dataset['frame'] !== undefined;

/**
 * Waits until the first frame is painted, then begins to load the files that the page needs: earlier they would delay the styles
 * on a slow line.
 */
export async function afterFirstFrame(root: HTMLElement): Promise<void> {
  root.addEventListener('click', holdPress);
  // The browser paints nothing in a tab in the background.
  if (!document.hidden) await painted();
  const files = root.dataset['files']?.split(' ') ?? [];
  document.head.append(
    ...files.map((href) =>
      Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }),
    ),
  );
}

/** Ends the first frame: returns the control that was pressed during it, if there was one. */
export function endFirstFrame(root: HTMLElement): HTMLElement | undefined {
  root.removeEventListener('click', holdPress);
  delete root.dataset['frame'];
  delete root.dataset['files'];
  delete document.documentElement.dataset['frame'];
  const control = held;
  held = undefined;
  if (control) control.ariaBusy = null;
  return control?.isConnected ? control : undefined;
}
