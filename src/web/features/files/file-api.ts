import {
  documentTypes,
  fileCategories,
  type DocumentType,
  type FileCategory,
} from '../../../domain/files/categories.ts';
import { call } from '../../api/call.ts';
import { codeOf } from '../../api/errors.ts';
import { graphql, type ResultOf, type VariablesOf } from '../../api/graphql.ts';
import { oneOf } from '../../api/one-of.ts';
import { mapRead, useRead, type Read } from '../../api/use-read.ts';

const Files = graphql(`
  query getFiles($category: FileCategory) {
    getFiles(category: $category) {
      id
      category
      document_type
      file_name
      size
      is_active
      is_uploaded
      is_questionnaire
      is_eol
      fileKey
      user_id
      note
      activated_timestamp
      replaced_at
      set_aside_at
      created_at
      shared_with_count
      upload {
        part_size
        received
        expires_at
        is_checking
        problem
        pages {
          number
          size
          received
          turn
          top
          right
          bottom
          left
        }
      }
    }
  }
`);

/** Queries of files, their numbers and the recent activity are read again when a file is added, removed or changed. */
const types = ['File'];

/** A file of the person. */
export type StoredFile = Omit<ResultOf<typeof Files>['getFiles'][number], 'category' | 'document_type'> & {
  category: FileCategory;
  document_type: DocumentType | null;
};

/**
 * Reads the person's files of a category, newest first, with unfinished uploads (API-63). The signed plan is left out, as in the
 * counts: it has its own pages.
 */
export function useFiles(category: FileCategory): Read<readonly StoredFile[]> {
  const read = useRead(Files, { category }, { refresh: true, types: ['File'] });
  return mapRead(read, ({ getFiles }) =>
    getFiles
      .filter(({ is_questionnaire }) => !is_questionnaire)
      .map((file) => ({
        ...file,
        category: oneOf(fileCategories, file.category),
        document_type: file.document_type === null ? null : oneOf(documentTypes, file.document_type),
      })),
  );
}

const InsertFile = graphql(`
  mutation insertFile(
    $category: FileCategory!
    $document_type: DocumentType
    $file_name: String!
    $size: Float!
    $note: String
    $idempotency_key: String
  ) {
    insertFile(
      category: $category
      document_type: $document_type
      file_name: $file_name
      size: $size
      note: $note
      idempotency_key: $idempotency_key
    ) {
      id
      upload {
        part_size
        received
      }
    }
  }
`);

const ActivateFile = graphql(`
  mutation activateFile($id: ID!) {
    activateFile(id: $id) {
      id
      is_active
      upload {
        is_checking
      }
    }
  }
`);

const DeleteFile = graphql(`
  mutation deleteFile($id: ID!) {
    deleteFile(id: $id)
  }
`);

const ConfirmPaper = graphql(`
  mutation confirmPaper($id: ID!) {
    confirmPaper(id: $id) {
      id
    }
  }
`);

const CancelUpload = graphql(`
  mutation cancelUpload($id: ID!) {
    cancelUpload(id: $id)
  }
`);

const GenerateS3Url = graphql(`
  mutation generateS3Url($file_id: ID!, $disposition: FileDisposition) {
    generateS3Url(file_id: $file_id, disposition: $disposition) {
      url
      expires_at
    }
  }
`);

/** Creates the record of a file before sending it. @throws ApiError */
export const insertFile = (file: VariablesOf<typeof InsertFile>) => call(InsertFile, file, { types });

/** Has a received file checked and activated. @throws ApiError */
export const activateFile = (id: string) => call(ActivateFile, { id }, { types });

/** Deletes a file. Succeeds if it is already deleted. @throws ApiError */
export async function deleteFile(id: string): Promise<void> {
  try {
    await call(DeleteFile, { id }, { types });
  } catch (error) {
    if (codeOf(error) !== 'not-found') throw error;
  }
}

/** Says that a paper which staff set aside is the person's own: it is in use again. @throws ApiError */
export const confirmPaper = (id: string) => call(ConfirmPaper, { id }, { types });

/** Stops an upload; if it is already a file, the file is deleted. @throws ApiError */
export async function stopUpload(id: string): Promise<void> {
  try {
    await call(CancelUpload, { id }, { types });
  } catch (error) {
    if (codeOf(error) !== 'not-found') throw error;
    await deleteFile(id);
  }
}

/** Returns an address of a file that is valid for one minute: to download or to view it (D-20). @throws ApiError */
export async function fileUrl(id: string, disposition: 'attachment' | 'inline'): Promise<string> {
  return (await call(GenerateS3Url, { file_id: id, disposition })).generateS3Url.url;
}

/** Returns the address of a care provider's file: by its key and its person if it has a key (FILE-07). @throws ApiError */
export async function eolUrl({ id, fileKey, user_id }: StoredFile): Promise<string> {
  if (fileKey === null) return fileUrl(id, 'attachment');
  return `/api/file-download/eol?${new URLSearchParams({ fileKey, id: user_id })}`;
}
