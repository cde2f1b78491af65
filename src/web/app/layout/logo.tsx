import { Link } from '@tanstack/react-router';
import { LogoDrawing } from '../../ui/drawings/sprig.tsx';
import { useText } from '../texts.tsx';

/** The logo, a link to the first page. */
export function Logo() {
  const t = useText();
  return (
    <Link to="/dashboard" className="logo" aria-label={t('layout.logoAlt')}>
      <LogoDrawing />
      <span>{t('common.appName')}</span>
    </Link>
  );
}
