/** How opening a new page went. */
export type PageOutcome = 'opened' | 'blocked' | 'failed';

/**
 * Opens a new page with an address that must be asked for. The page opens at once, by the click, or browsers would stop it; it gets
 * its address when it is there. `words` stand there meanwhile.
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
