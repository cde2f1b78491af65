import type { DocumentType, FileCategory } from '../../../../domain/files/categories.ts';

/** What is asked of the server for one file. */
export type NewFile = {
  category: FileCategory;
  document_type: DocumentType | null;
  file_name: string;
  size: number;
  note: string;
  idempotency_key: string;
};

/** Where an upload stands at the server: how it is cut, and how many parts of it are there, from the first on. */
export type OpenUpload = { fileId: string; partSize: number; arrived: number };

export type Part = { fileId: string; n: number; body: Blob };

/** All that sending needs of the world. Each step throws ApiError or SendingFailed, and may be asked for again. */
export type SendingService = {
  /** Makes the record of a file, to which parts can be sent. */
  insert: (file: NewFile) => Promise<OpenUpload>;
  /** Sends one part; `onSent` hears how many of its bytes have left. */
  sendPart: (part: Part, on: { sent: (bytes: number) => void; signal: AbortSignal }) => Promise<void>;
  /** Has the file checked and put to use. `isChecking`: it arrived, and is checked without the page. */
  activate: (fileId: string) => Promise<{ isChecking: boolean }>;
  /** Gives an upload up: what arrived is deleted. */
  remove: (fileId: string) => Promise<void>;
  /** Waits, and no longer than until the connection is back. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
};
