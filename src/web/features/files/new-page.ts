/** Result of opening a new page. */
export type PageOutcome = 'opened' | 'blocked' | 'failed';

/**
 * Opens a new page whose address must be requested first. The page opens immediately, within the click, because browsers would
 * block it otherwise; it navigates when the address arrives. It shows `words` meanwhile.
 */
export async function openInNewPage(address: () => Promise<string>, words: string): Promise<PageOutcome> {
  const page = open('', '_blank');
  if (!page) return 'blocked';
  page.opener = null;
  page.document.title = words;
  page.document.body.textContent = words;
  try {
    page.location.replace(new URL(await address(), location.href));
    return 'opened';
  } catch {
    page.close();
    return 'failed';
  }
}
