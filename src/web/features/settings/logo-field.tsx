import { useId, useRef, useState, type ChangeEvent } from 'react';
import type { FieldError } from '../../../domain/errors.ts';
import type { ApiError } from '../../api/errors.ts';
import { useText } from '../../app/texts.tsx';
import { messageOf } from '../../forms/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { adminResetMs } from '../../ui/reset-delays.ts';
import { showSnackbar } from '../../ui/snackbars.ts';
import { useButtonState } from '../../ui/use-button-state.ts';
import { formRefusal } from '../accounts/refusals.ts';
import { logoEndings, logoProblem, readLogo } from './logo-file.ts';
import { dropLogo, saveLogo, type Provider } from './provider-api.ts';
import css from './provider-base.module.css';

type LogoFieldProps = { provider: Pick<Provider, 'id' | 'name' | 'logo'>; mayChange: boolean };

/** The logo of a provider: added, changed and removed at once, each by its own button (PROV-27 to PROV-31). */
export function LogoField({ provider, mayChange }: LogoFieldProps) {
  const t = useText();
  if (!provider.logo && !mayChange) return null;
  return (
    <div className={css.logo}>
      {provider.logo ? (
        <img
          className={css.picture}
          src={provider.logo}
          alt={t('settings.provider.base.logoOf', { provider: provider.name })}
        />
      ) : (
        <span className={css.empty} aria-hidden="true">
          <Icon name="building" />
        </span>
      )}
      {mayChange && <LogoButtons provider={provider} />}
    </div>
  );
}

function LogoButtons({ provider: { id, logo } }: Pick<LogoFieldProps, 'provider'>) {
  const t = useText();
  const hintId = useId();
  const box = useRef<HTMLInputElement>(null);
  const change = useButtonState(adminResetMs.save);
  const removal = useButtonState(adminResetMs.undo);
  const [wrong, setWrong] = useState<FieldError>();

  const told = (found: ApiError | FieldError | undefined): boolean => {
    if (found) setWrong('field' in found ? found : formRefusal(found)[0]);
    return found === undefined;
  };
  const broken = (): FieldError => ({ field: 'logo', message: 'error.fileValidation' });

  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // The same file can be chosen again, after it was mended.
    target.value = '';
    if (!file) return;
    void change.run(async () => {
      setWrong(undefined);
      const send = async () => saveLogo(id, await readLogo(file));
      return told(logoProblem(file) ?? (await send().catch(broken)));
    });
  };

  const remove = () =>
    void removal.run(async () => {
      setWrong(undefined);
      const done = told(await dropLogo(id));
      // The button goes with the logo, so that its own words would not be seen.
      if (done) showSnackbar(t('settings.provider.base.logoRemoved'));
      return done;
    });

  return (
    <div className={css.change}>
      <input
        ref={box}
        type="file"
        className="vh"
        tabIndex={-1}
        aria-label={t('settings.provider.base.logo')}
        accept={logoEndings}
        onChange={take}
      />
      <div className="acts">
        <Button
          variant="two"
          icon="upload"
          state={change.state}
          aria-describedby={hintId}
          onClick={() => box.current?.click()}
        >
          {t(logo ? 'settings.provider.base.logoChange' : 'settings.provider.base.logoAdd')}
        </Button>
        {logo && (
          <Button variant="text" state={removal.state} off={change.state === 'pending'} onClick={remove}>
            {t('settings.provider.base.logoRemove')}
          </Button>
        )}
      </div>
      <p className="small quiet" id={hintId}>
        {t('settings.provider.base.logoHint')}
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
  );
}
