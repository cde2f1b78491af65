import type { DocumentType, FileCategory } from '../../../../domain/files/categories.ts';

/** Input for the record of one file. */
export type NewFile = {
  category: FileCategory;
  document_type: DocumentType | null;
  file_name: string;
  size: number;
  note: string;
  idempotency_key: string;
};

/** State of an upload at the server: the size of its parts, and the number of consecutive parts received from the first. */
export type OpenUpload = { fileId: string; partSize: number; arrived: number };

export type Part = { fileId: string; n: number; body: Blob };

/** Dependencies of sending. Each step throws ApiError or SendingFailed, and may be repeated. */
export type SendingService = {
  /** Creates the record of a file, to which parts can be sent. */
  insert: (file: NewFile) => Promise<OpenUpload>;
  /** Sends one part; calls `sent` with the number of its bytes sent so far. */
  sendPart: (part: Part, on: { sent: (bytes: number) => void; signal: AbortSignal }) => Promise<void>;
  /** Has the file checked and activated. `isChecking`: it was received, and the check continues on the server. */
  activate: (fileId: string) => Promise<{ isChecking: boolean }>;
  /** Cancels an upload: the received parts are deleted. */
  remove: (fileId: string) => Promise<void>;
  /** Waits, at most until the connection is back. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
};
