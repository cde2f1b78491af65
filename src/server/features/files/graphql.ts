import { documentTypes, fileCategories } from '../../../domain/files/categories.ts';
import { partBytes } from '../../../domain/files/limits.ts';
import { builder } from '../../graphql/builder.ts';
import { activateFile } from './uploads/activate-operation.ts';
import { copyFileS3 } from './copying/copy-operation.ts';
import { generateS3Url } from './sending/link-operations.ts';
import { PhotographRef } from './photographs/graphql-types.ts';
import { partsReceived } from './photographs/page-parts.ts';
import { FileProblem } from './problem-enum.ts';
import { confirmPaper } from './set-aside/confirm-operation.ts';
import type { File } from './store.ts';
import { cancelUpload, deleteFile, getFiles, insertFile } from './uploads/upload-operations.ts';

const FileCategory = builder.enumType('FileCategory', { values: fileCategories });
const DocumentType = builder.enumType('DocumentType', { values: documentTypes });
const FileDisposition = builder.enumType('FileDisposition', { values: ['attachment', 'inline'] as const });

/** Returns how many parts arrived, from the first one up to the first gap. */
const withoutGap = (parts: readonly number[]): number => {
  const gap = parts.findIndex((part, index) => part !== index + 1);
  return gap === -1 ? parts.length : gap;
};

const FileUploadRef = builder
  .objectRef<{ id: string } & NonNullable<File['upload']>>('FileUpload')
  .implement({
    description: 'A file whose bytes are still arriving: where they go, and what is there.',
    fields: (t) => ({
      url: t.string({
        description: 'PUT the bytes of each part to this address, "/" and its number, from 1.',
        resolve: ({ id }) => `/api/files/${id}/parts`,
      }),
      part_size: t.int({
        description: 'Bytes of each part; the last one has the rest.',
        resolve: () => partBytes,
      }),
      received: t.int({
        description: 'Parts that arrived from the first on without a gap.',
        resolve: ({ parts }) => withoutGap(parts),
      }),
      parts: t.exposeIntList('parts', { description: 'Every part that arrived.' }),
      expires_at: t.expose('expires_at', { type: 'DateTime' }),
      is_checking: t.exposeBoolean('is_checking', {
        description: 'All of it arrived, and the virus scanner has given no verdict yet.',
      }),
      problem: t.expose('problem', {
        type: FileProblem,
        nullable: true,
        description: 'Why it was refused after it had waited for the virus scanner.',
      }),
      pages: t.field({
        type: [PhotographRef],
        nullable: true,
        description: 'Photographed pages in their order; null where a file is sent.',
        resolve: ({ id, pages, parts }) =>
          pages?.map((page) => ({
            ...page,
            received: partsReceived(parts, page.number),
            url: `/api/files/${id}/pages/${page.number}`,
          })),
      }),
    }),
  });

/** The type of files. */
export const FileRef = builder.objectRef<File>('File').implement({
  description: 'A paper or a video of a person, or the signed plan (ENT-13).',
  fields: (t) => ({
    id: t.exposeID('id'),
    user_id: t.exposeID('user_id'),
    logical_file_id: t.exposeID('logical_file_id', {
      description: 'The same for a directive and those before it.',
    }),
    category: t.expose('category', { type: FileCategory }),
    document_type: t.exposeString('document_type', { nullable: true }),
    file_name: t.exposeString('file_name'),
    size: t.exposeFloat('size', { nullable: true, description: 'Bytes; none for the signed plan.' }),
    note: t.exposeString('note', { nullable: true }),
    is_active: t.exposeBoolean('is_active'),
    is_uploaded: t.exposeBoolean('is_uploaded'),
    is_questionnaire: t.exposeBoolean('is_questionnaire'),
    is_eol: t.exposeBoolean('is_eol'),
    uploaded_timestamp: t.expose('uploaded_timestamp', { type: 'DateTime', nullable: true }),
    activated_timestamp: t.expose('activated_timestamp', { type: 'DateTime', nullable: true }),
    replaced_at: t.expose('replaced_at', { type: 'DateTime', nullable: true }),
    set_aside_at: t.expose('set_aside_at', {
      type: 'DateTime',
      nullable: true,
      description:
        'When staff said that it is about another person: it is hidden until its owner says otherwise.',
    }),
    created_at: t.expose('created_at', { type: 'DateTime' }),
    fileKey: t.string({
      nullable: true,
      description:
        'The key by which a directive of the care provider is downloaded; none for other files (FILE-07).',
      resolve: ({ is_eol, category, s3_key }) => (is_eol && category === 'ACP' ? s3_key : null),
    }),
    shared_with_count: t.exposeInt('shared_with_count'),
    upload: t.field({
      type: FileUploadRef,
      nullable: true,
      resolve: ({ id, upload }) => upload && { id, ...upload },
    }),
  }),
});

const FileLinkRef = builder.objectRef<{ url: string; expires_at: Date }>('FileLink').implement({
  fields: (t) => ({
    url: t.exposeString('url'),
    expires_at: t.expose('expires_at', { type: 'DateTime' }),
  }),
});

builder.queryFields((t) => ({
  getFiles: t.field({
    type: [FileRef],
    description: 'Own files, the newest first.',
    args: { category: t.arg({ type: FileCategory }) },
    resolve: (_, args, context) => getFiles.call(context, args),
  }),
}));

builder.mutationFields((t) => ({
  insertFile: t.field({
    type: FileRef,
    description: 'Begins an upload: the record of the file, and where to send its parts.',
    args: {
      category: t.arg({ type: FileCategory, required: true }),
      document_type: t.arg({ type: DocumentType }),
      file_name: t.arg.string({ required: true }),
      size: t.arg.float({ required: true }),
      note: t.arg.string(),
      idempotency_key: t.arg.string(),
    },
    resolve: (_, args, context) => insertFile.call(context, args),
  }),
  activateFile: t.field({
    type: FileRef,
    description:
      'Checks what arrived and makes a file of it. While `upload.is_checking` the check goes on without the caller.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => activateFile.call(context, args),
  }),
  deleteFile: t.field({
    type: 'ID',
    description: 'Deletes a file, or stops an upload. Not for staff in the account.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => deleteFile.call(context, args),
  }),
  confirmPaper: t.field({
    type: FileRef,
    description: 'The owner says that a paper which staff set aside is theirs: it is in use again.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => confirmPaper.call(context, args),
  }),
  cancelUpload: t.field({
    type: 'ID',
    description: 'Stops an upload that is not a file yet.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => cancelUpload.call(context, args),
  }),
  copyFileS3: t.field({
    type: FileRef,
    description: 'Copies a file under a new key, into its category or another one that takes its type.',
    args: {
      file_id: t.arg.id({ required: true }),
      category: t.arg({ type: FileCategory }),
      document_type: t.arg({ type: DocumentType }),
      idempotency_key: t.arg.string(),
    },
    resolve: (_, args, context) => copyFileS3.call(context, args),
  }),
  generateS3Url: t.field({
    type: FileLinkRef,
    description: 'Where to read a file, for sixty seconds, in this session alone.',
    args: { file_id: t.arg.id({ required: true }), disposition: t.arg({ type: FileDisposition }) },
    resolve: (_, args, context) => generateS3Url.call(context, args),
  }),
}));
