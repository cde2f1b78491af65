import type { PlanFile } from './pdf-file.ts';

/** Result of sharing: done, cancelled by the person, or the browser needs another touch before it opens its sheet. */
export type ShareOutcome = 'shared' | 'given-up' | 'needs-touch';

type Sharing = Partial<Pick<Navigator, 'share' | 'canShare'>>;

const asFile = ({ content, name }: PlanFile) => new File([content], name, { type: 'application/pdf' });

/** Whether the browser's share sheet accepts PDF files. */
export function canShareFiles({ share, canShare }: Sharing = navigator): boolean {
  if (!share || !canShare) return false;
  const files = [asFile({ content: new Blob(['%PDF-']), name: 'plan.pdf' })];
  return canShare.call(navigator, { files });
}

/**
 * Passes a PDF to the browser's share sheet. A page may open it only soon after a touch, which is too long ago if creating the
 * PDF took long.
 * @throws the browser's error if it cannot share the file
 */
export async function sharePdf(
  file: PlanFile,
  sharing: Pick<Navigator, 'share'> = navigator,
): Promise<ShareOutcome> {
  try {
    await sharing.share({ files: [asFile(file)] });
    return 'shared';
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'AbortError') return 'given-up';
    if (name === 'NotAllowedError') return 'needs-touch';
    throw error;
  }
}
