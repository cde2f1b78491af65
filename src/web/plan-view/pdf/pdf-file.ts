import type { ErrorCode } from '../../../domain/errors.ts';
import { request } from '../../api/call.ts';
import { ApiError } from '../../api/errors.ts';
import { fetchOptions } from '../../api/client.ts';
import { sessionLost } from '../../api/session/session-lost.ts';

/** A downloaded document with the name from the server. */
export type PlanFile = { content: Blob; name: string };

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

/** The path of the same PDF with the file name that My Health Record asks for. */
export const healthRecordPdfPath = '/api/acp/plan.pdf?for=health-record';

/** Fetches a plan as a PDF. Throws ApiError if there is none, the response is no PDF, or no response arrives. */
export const fetchPlanPdf = (path = planPdfPath()): Promise<PlanFile> =>
  fetchFile(path, { type: 'application/pdf', name: 'advance care plan.pdf' });

/** Fetches the person's own signed plan as a FHIR document, in the same way. */
export const fetchPlanFhir = (): Promise<PlanFile> =>
  fetchFile('/api/acp/plan.fhir.json', {
    type: 'application/fhir+json',
    name: 'advance care plan.fhir.json',
  });

type Expected = {
  type: string;
  name: string;
  /** Error for a file that does not exist. */ missing?: ErrorCode;
};

/** Fetches a file. Throws ApiError if there is none, the response has another type, or no response arrives. */
export async function fetchFile(path: string, expected: Expected): Promise<PlanFile> {
  const response = await request(path, fetchOptions());
  if (response.status === 401) {
    sessionLost();
    throw new ApiError('unauthenticated');
  }
  const isExpected = response.headers.get('content-type')?.startsWith(expected.type);
  if (response.status === 404 && expected.missing) throw new ApiError(expected.missing);
  if (!response.ok || !isExpected) throw new ApiError('general_error');
  const content = await response.blob().catch(() => null);
  if (!content || content.size === 0) throw new ApiError('unavailable');
  return {
    content,
    name: fileNameOf(response.headers.get('content-disposition')) ?? expected.name,
  };
}

/** Starts the browser's download of a file. */
export function saveFile({ content, name }: PlanFile): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the file after the click; a minute is more than enough.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
