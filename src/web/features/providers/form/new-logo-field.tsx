import { useId, useRef, useState } from 'react';
import type { FieldError } from '../../../../domain/errors.ts';
import { logoEndings, logoProblem } from '../../../../domain/providers/logo-file.ts';
import { useText } from '../../../app/texts.tsx';
import { messageOf } from '../../../forms/errors/messages.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Icon } from '../../../ui/drawings/icon.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { readLogo } from '../profile/logo-file.ts';
import type { NewLogo } from './form-api.ts';
import css from './provider-dialog.module.css';

type NewLogoFieldProps = {
  logo: NewLogo | null;
  onChange: (logo: NewLogo | null) => void;
  /** The server's error about the logo. */
  refused: FieldError | undefined;
};

/** The error of the last chosen file, and the function that reads a chosen file. */
function useLogoFile(onChange: NewLogoFieldProps['onChange']) {
  const t = useText();
  const [wrong, setWrong] = useState<FieldError>();

  async function take(file: File) {
    const problem =
      logoProblem(file) ??
      (await readLogo(file).then(
        (dataUrl) => {
          onChange({ dataUrl, name: file.name });
        },
        (): FieldError => ({ field: 'logo', message: 'error.general_error' }),
      ));
    setWrong(problem ?? undefined);
    if (problem) showSnackbar(messageOf(t, problem), 'problem');
  }

  return { wrong, take };
}

/** Logo of a provider that does not exist yet: it is sent with the form (PROV-27 to PROV-29). */
export function NewLogoField({ logo, onChange, refused }: NewLogoFieldProps) {
  const t = useText();
  const hintId = useId();
  const box = useRef<HTMLInputElement>(null);
  const { wrong, take } = useLogoFile(onChange);
  const said = wrong ?? refused;

  return (
    <div className={css.logo}>
      {logo ? (
        <img className={css.picture} src={logo.dataUrl} alt={logo.name} />
      ) : (
        <span className={css.empty} aria-hidden="true">
          <Icon name="building" />
        </span>
      )}
      <div className={css.grows}>
        <b>{t('providers.form.logo')}</b>
        <p className="small quiet" id={hintId}>
          {t('settings.provider.base.logoHint')}
        </p>
        <div role="alert">
          {said && (
            <p className="err">
              <Icon name="circle-alert" />
              <span>{messageOf(t, said)}</span>
            </p>
          )}
        </div>
      </div>
      <input
        ref={box}
        type="file"
        className="vh"
        tabIndex={-1}
        aria-label={t('providers.form.logo')}
        accept={logoEndings}
        onChange={({ target }) => {
          const file = target.files?.[0];
          // Lets the user choose the same file again after correcting it.
          target.value = '';
          if (file) void take(file);
        }}
      />
      <Button variant="two" icon="upload" aria-describedby={hintId} onClick={() => box.current?.click()}>
        {t(logo ? 'providers.form.logoChange' : 'providers.form.logoAdd')}
      </Button>
      {logo && (
        <Button variant="text" onClick={() => onChange(null)}>
          {t('providers.form.logoRemove')}
        </Button>
      )}
    </div>
  );
}
