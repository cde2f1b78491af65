import { request } from '../../api/call.ts';
import { ApiError } from '../../api/errors.ts';
import { fetchOptions } from '../../api/client.ts';
import { sessionLost } from '../../api/session/session-lost.ts';

/** A downloaded document with the name from the server. */
export type PdfFile = { content: Blob; name: string };

/** Returns the file name in a `Content-Disposition` header (RFC 6266), or undefined if it has none. */
export function fileNameOf(disposition: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (encoded) {
    try {
      return decodeURIComponent(encoded);
    } catch {
      // A broken name: the plain one may be there.
    }
  }
  return /filename="([^"]+)"/i.exec(disposition ?? '')?.[1];
}

/** Returns the path of the person's own signed plan as a PDF, or of an earlier version by its number. */
export const planPdfPath = (version?: number): string =>
  `/api/acp/plan.pdf${version === undefined ? '' : `?version=${version}`}`;

/** Fetches a plan as a PDF. Throws ApiError if there is none, the response is no PDF, or no response arrives. */
export async function fetchPlanPdf(path = planPdfPath()): Promise<PdfFile> {
  const response = await request(path, fetchOptions());
  if (response.status === 401) {
    sessionLost();
    throw new ApiError('unauthenticated');
  }
  const isPdf = response.headers.get('content-type')?.startsWith('application/pdf');
  if (!response.ok || !isPdf) throw new ApiError('general_error');
  const content = await response.blob().catch(() => null);
  if (!content || content.size === 0) throw new ApiError('unavailable');
  return {
    content,
    name: fileNameOf(response.headers.get('content-disposition')) ?? 'advance care plan.pdf',
  };
}

/** Starts the browser's download of a file. */
export function saveFile({ content, name }: PdfFile): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the file after the click; a minute is more than enough.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
