import { builder } from '../../../graphql/builder.ts';
import { FileRef } from '../graphql.ts';
import { PhotographInput } from './graphql-types.ts';
import { beginPhotographs, changePhotographs } from './operations.ts';

builder.mutationFields((t) => ({
  beginPhotographs: t.field({
    type: FileRef,
    description: 'Begins a directive whose pages are photographed, or returns the one that is not finished.',
    args: { file_name: t.arg.string({ required: true }) },
    resolve: (_, args, context) => beginPhotographs.call(context, args),
  }),
  changePhotographs: t.field({
    type: FileRef,
    description: 'Stores which photographs there are, in which order, and how each is turned and cropped.',
    args: {
      id: t.arg.id({ required: true }),
      pages: t.arg({ type: [PhotographInput], required: true }),
    },
    resolve: (_, { id, pages }, context) =>
      changePhotographs.call(context, {
        id,
        pages: pages.map(({ number, size, turn, ...crop }) => ({ number, size, turn, crop })),
      }),
  }),
}));
