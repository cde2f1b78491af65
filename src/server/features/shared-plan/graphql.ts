import { translators } from '../../../domain/i18n/translators.ts';
import { builder } from '../../graphql/builder.ts';
import { getPlansSharedWithMe, openPlanSharedWithMe, type SharingWithMe } from './shared-with-me.ts';
import { sharerNames } from './sharer.ts';

const SharingWithMeRef = builder.objectRef<SharingWithMe>('SharingWithMe').implement({
  description: 'A person who shares with the one who asks, as their trusted contact.',
  fields: (t) => ({
    contact_id: t.exposeID('contact_id'),
    person: t.string({
      description: 'Whose plan it is, in the language of the account that shares.',
      resolve: ({ sharer }) => sharerNames(sharer, translators[sharer.language]).person,
    }),
  }),
});

builder.queryFields((t) => ({
  getPlansSharedWithMe: t.field({
    type: [SharingWithMeRef],
    description: 'At most fifty, the latest yes first.',
    resolve: (_, __, context) => getPlansSharedWithMe.call(context, {}),
  }),
}));

builder.mutationFields((t) => ({
  openPlanSharedWithMe: t.field({
    type: 'String',
    description: 'The path of the page that shows it.',
    args: { contact_id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => openPlanSharedWithMe.call(context, args),
  }),
}));
