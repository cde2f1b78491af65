import { useText } from '../../../app/texts.tsx';
import { Icon } from '../../../ui/drawings/icon.tsx';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { logoEndings, logoProblem } from '../../../../domain/providers/logo-file.ts';
import { readLogo } from './logo-file.ts';
import { PictureButtons } from '../../../forms/pictures/picture-buttons.tsx';
import { dropLogo, saveLogo, type Provider } from './provider-api.ts';
import css from './provider-base.module.css';

type LogoFieldProps = { provider: Pick<Provider, 'id' | 'name' | 'logo'>; mayChange: boolean };

const words = {
  box: 'settings.provider.base.logo',
  add: 'settings.provider.base.logoAdd',
  change: 'settings.provider.base.logoChange',
  remove: 'settings.provider.base.logoRemove',
  hint: 'settings.provider.base.logoHint',
  removed: 'settings.provider.base.logoRemoved',
} as const;

/** The logo of a provider (PROV-27 to PROV-31). */
export function LogoField({ provider: { id, name, logo }, mayChange }: LogoFieldProps) {
  const t = useText();
  if (!logo && !mayChange) return null;
  return (
    <div className={css.logo}>
      {logo ? (
        <img
          className={css.picture}
          src={logo}
          alt={t('settings.provider.base.logoOf', { provider: name })}
        />
      ) : (
        <span className={css.empty} aria-hidden="true">
          <Icon name="building" />
        </span>
      )}
      {mayChange && (
        <PictureButtons
          words={words}
          present={Boolean(logo)}
          accept={logoEndings}
          resetMs={adminResetMs}
          problemOf={logoProblem}
          save={async (file) => saveLogo(id, await readLogo(file), file.name)}
          drop={() => dropLogo(id)}
          inSnackbar
        />
      )}
    </div>
  );
}
