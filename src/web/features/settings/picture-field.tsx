import { useId, useRef, useState, type ChangeEvent } from 'react';
import type { FieldError } from '../../../domain/errors.ts';
import { pictureMaxBytes, portraitTypes } from '../../../domain/pictures.ts';
import type { ApiError } from '../../api/errors.ts';
import { Avatar } from '../../app/layout/avatar.tsx';
import type { SessionUser } from '../../app/person.ts';
import { useText } from '../../app/texts.tsx';
import { messageOf } from '../../forms/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useButtonState } from '../../ui/use-button-state.ts';
import { formRefusal } from '../accounts/refusals.ts';
import { dropPicture, savePicture } from './profile-api.ts';
import { readDataUrl } from './read-data-url.ts';
import css from './settings.module.css';

const resetMs = 2500;

const problem = (message: FieldError['message']): FieldError => ({
  field: 'picture',
  message,
  params: { types: 'JPG, PNG, WebP', limit: '2 MB' },
});

/** What the browser can tell of a file before it is sent. */
function problemOfFile({ size, type }: File): FieldError | undefined {
  if (size > pictureMaxBytes) return problem('error.file_size_too_large');
  return portraitTypes.some((known) => known === type) ? undefined : problem('error.file_type_not_allowed');
}

/** The portrait: added, changed and removed at once, each by its own button (GAP-76). */
export function PictureField({ user }: { user: SessionUser }) {
  const t = useText();
  const hintId = useId();
  const box = useRef<HTMLInputElement>(null);
  const { state, run } = useButtonState(resetMs);
  const [wrong, setWrong] = useState<FieldError>();

  const work = (call: () => Promise<ApiError | FieldError | undefined>) =>
    void run(async () => {
      setWrong(undefined);
      const found = await call().catch(() => problem('error.fileValidation'));
      if (found) setWrong('field' in found ? found : formRefusal(found)[0]);
      return found === undefined;
    });

  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // The same file can be chosen again, after it was mended.
    target.value = '';
    if (file) work(async () => problemOfFile(file) ?? savePicture(await readDataUrl(file)));
  };

  return (
    <div className={css.picture}>
      <Avatar user={user} className={css.portrait} />
      <div>
        <input
          ref={box}
          type="file"
          className="vh"
          tabIndex={-1}
          aria-label={t('settings.profile.picture')}
          accept={portraitTypes.join(',')}
          onChange={take}
        />
        <div className="acts">
          <Button
            variant="two"
            icon="upload"
            state={state}
            aria-describedby={hintId}
            onClick={() => box.current?.click()}
          >
            {t(user.image ? 'settings.profile.pictureChange' : 'settings.profile.pictureAdd')}
          </Button>
          {user.image && (
            <Button variant="text" off={state === 'pending'} onClick={() => work(dropPicture)}>
              {t('settings.profile.pictureRemove')}
            </Button>
          )}
        </div>
        <p className="small quiet" id={hintId}>
          {t('settings.profile.pictureHint')}
        </p>
        <div role="alert">
          {wrong && (
            <p className="err">
              <Icon name="circle-alert" />
              <span>{messageOf(t, wrong)}</span>
            </p>
          )}
        </div>
      </div>
    </div>
  );
}
