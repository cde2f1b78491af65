import { painted } from './painted.ts';

let heldButton: HTMLElement | undefined;

/** Keeps the last button that is pressed before the page can react. Links work without the script. */
function holdPress({ target }: Event): void {
  const button = target instanceof Element ? target.closest('button') : null;
  if (!button) return;
  heldButton = button;
  button.ariaBusy = 'true';
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

/** Ends the first frame: returns the button that was pressed during it, if there was one. */
export function endFirstFrame(root: HTMLElement): HTMLElement | undefined {
  root.removeEventListener('click', holdPress);
  delete root.dataset['frame'];
  delete root.dataset['files'];
  delete document.documentElement.dataset['frame'];
  const button = heldButton;
  heldButton = undefined;
  if (button) button.ariaBusy = null;
  return button?.isConnected ? button : undefined;
}
