import { fileUrl } from './file-api.ts';

/** How opening a preview went. */
export type PreviewOutcome = 'opened' | 'blocked' | 'failed';

/**
 * Shows a file in a new page (FILE-03). The page is opened at once, by the click, or browsers would stop it; it gets its address when
 * the server gave one. `words` stand there meanwhile.
 */
export async function openPreview(fileId: string, words: string): Promise<PreviewOutcome> {
  const page = open('', '_blank');
  if (!page) return 'blocked';
  page.opener = null;
  page.document.title = words;
  page.document.body.textContent = words;
  try {
    page.location.replace(new URL(await fileUrl(fileId, 'inline'), location.href));
    return 'opened';
  } catch {
    page.close();
    return 'failed';
  }
}
