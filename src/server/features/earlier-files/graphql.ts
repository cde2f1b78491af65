import { earlierFileList, earlierFileStatuses } from '../../../domain/lists/definitions/earlier-files.ts';
import { builder } from '../../graphql/builder.ts';
import { pageArgs, pageType } from '../../graphql/page.ts';
import { FileProblem } from '../files/api.ts';
import {
  activateLegacyFile,
  deleteEarlierFile,
  getEOLFiles,
  getLegacyFiles,
  migrateEOLFiles,
  relinkEarlierFile,
} from './operations.ts';
import type { EarlierFile } from './store.ts';

const EarlierFileStatus = builder.enumType('EarlierFileStatus', { values: earlierFileStatuses });

const EarlierFileRef = builder.objectRef<EarlierFile>('EarlierFile').implement({
  description: 'A file of the earlier system. Its bytes are read at /api/super-admin/files/ and its id.',
  fields: (t) => ({
    id: t.exposeID('id'),
    file_name: t.exposeString('file_name'),
    size: t.exposeInt('size', { description: 'Bytes.' }),
    earlier_email: t.exposeString('earlier_email', {
      description: 'The address of its person in the earlier system.',
    }),
    status: t.expose('status', { type: EarlierFileStatus }),
    problem: t.expose('problem', { type: FileProblem, nullable: true }),
    user_id: t.exposeID('user_id', { nullable: true }),
    customer_name: t.exposeString('customer_name', { nullable: true }),
    customer_email: t.exposeString('customer_email', { nullable: true }),
    created_at: t.expose('created_at', { type: 'DateTime' }),
    settled_at: t.expose('settled_at', { type: 'DateTime', nullable: true }),
  }),
});

const EarlierFilePageRef = pageType('EarlierFilePage', EarlierFileRef);

builder.queryFields((t) => ({
  getLegacyFiles: t.field({
    type: EarlierFilePageRef,
    description: 'Digital questionnaires of the earlier system, newest first.',
    args: pageArgs(earlierFileList),
    resolve: (_, args, context) => getLegacyFiles.call(context, args),
  }),
  getEOLFiles: t.field({
    type: EarlierFilePageRef,
    description: 'End-of-life documents of the earlier system, newest first.',
    args: pageArgs(earlierFileList),
    resolve: (_, args, context) => getEOLFiles.call(context, args),
  }),
}));

builder.mutationFields((t) => ({
  relinkEarlierFile: t.field({
    type: EarlierFileRef,
    description: 'Links a file to the customer with an address.',
    args: { id: t.arg.id({ required: true }), email: t.arg.string({ required: true }) },
    resolve: (_, args, context) => relinkEarlierFile.call(context, args),
  }),
  activateLegacyFile: t.field({
    type: EarlierFileRef,
    description: 'Checks a questionnaire and makes a document of its customer from it.',
    args: { id: t.arg.id({ required: true }), user_id: t.arg.id() },
    resolve: (_, args, context) => activateLegacyFile.call(context, args),
  }),
  migrateEOLFiles: t.field({
    type: [EarlierFileRef],
    description:
      'Checks end-of-life documents and makes documents of their customers from them; at most ten.',
    args: { ids: t.arg.idList({ required: true }), user_id: t.arg.id() },
    resolve: (_, args, context) => migrateEOLFiles.call(context, args),
  }),
  deleteEarlierFile: t.field({
    type: 'ID',
    description: 'Deletes a file of the earlier system for good.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => deleteEarlierFile.call(context, args),
  }),
}));
