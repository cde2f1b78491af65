import { builder } from '../../graphql/builder.ts';
import { UserRef } from '../profile/api.ts';
import { changePicture, removePicture } from './operations.ts';

builder.mutationFields((t) => ({
  changePicture: t.field({
    type: UserRef,
    args: {
      data_url: t.arg.string({
        required: true,
        description: 'JPEG, PNG or WebP of at most 2 MB, as data URL.',
      }),
    },
    resolve: (_, args, context) => changePicture.call(context, args),
  }),
  removePicture: t.field({ type: UserRef, resolve: (_, __, context) => removePicture.call(context, {}) }),
}));
