import type { FieldError } from '../../../domain/errors.ts';
import { pictureMaxBytes, portraitTypes } from '../../../domain/accounts/pictures.ts';
import { Allowed } from '../../app/allowed.tsx';
import { Avatar } from '../../app/layout/account-menu/avatar.tsx';
import type { SessionUser } from '../../app/person.ts';
import { PictureButtons } from '../../forms/pictures/picture-buttons.tsx';
import { dropPicture, savePicture } from './profile-api.ts';
import { readDataUrl } from '../../forms/pictures/read-data-url.ts';
import css from '../../app/layout/settings.module.css';

const words = {
  box: 'settings.profile.picture',
  add: 'settings.profile.pictureAdd',
  change: 'settings.profile.pictureChange',
  remove: 'settings.profile.pictureRemove',
  hint: 'settings.profile.pictureHint',
  removed: 'settings.profile.pictureRemoved',
} as const;

const problem = (message: FieldError['message']): FieldError => ({
  field: 'picture',
  message,
  params: { types: 'JPG, PNG, WebP', limit: '2 MB' },
});

/** Checks a file before it is sent, as far as the browser can. */
function problemOfFile({ size, type }: File): FieldError | undefined {
  if (size > pictureMaxBytes) return problem('error.file_size_too_large');
  return portraitTypes.some((known) => known === type) ? undefined : problem('error.file_type_not_allowed');
}

/** Portrait of the person (GAP-76). */
export function PictureField({ user }: { user: SessionUser }) {
  return (
    <div className={css.picture}>
      <Avatar user={user} className={css.portrait} />
      <Allowed to="picture.change">
        <PictureButtons
          words={words}
          present={Boolean(user.image)}
          accept={portraitTypes.join(',')}
          resetMs={{ save: 2500, undo: 2500 }}
          problemOf={problemOfFile}
          save={async (file) => savePicture(await readDataUrl(file))}
          drop={dropPicture}
        />
      </Allowed>
    </div>
  );
}
