import { builder } from '../../../../graphql/builder.ts';
import { CustomerRef } from '../graphql.ts';
import { setPaperAside, usePaperAgain } from './set-aside-operations.ts';
import type { PaperSetAside } from './set-aside-store.ts';

const PaperSetAsideRef = builder.objectRef<PaperSetAside>('PaperSetAside').implement({
  description: 'A paper that staff set aside because it is about another person. It is hidden (UPLOAD-22).',
  fields: (t) => ({
    id: t.exposeID('id'),
    file_name: t.exposeString('file_name'),
    set_aside_at: t.expose('set_aside_at', { type: 'DateTime' }),
    set_aside_by: t.exposeString('set_aside_by', { nullable: true }),
  }),
});

builder.objectField(CustomerRef, 'papers_set_aside', (t) =>
  t.expose('papers_set_aside', { type: [PaperSetAsideRef] }),
);

builder.mutationFields((t) => ({
  setPaperAside: t.field({
    type: CustomerRef,
    description:
      'Hides a directive that is about another person. The person is notified, and can say that it is theirs.',
    args: { user_id: t.arg.id({ required: true }), file_id: t.arg.string({ required: true }) },
    resolve: (_, args, context) => setPaperAside.call(context, args),
  }),
  usePaperAgain: t.field({
    type: CustomerRef,
    description: 'Uses a paper again that was set aside by mistake.',
    args: { user_id: t.arg.id({ required: true }), file_id: t.arg.string({ required: true }) },
    resolve: (_, args, context) => usePaperAgain.call(context, args),
  }),
}));
