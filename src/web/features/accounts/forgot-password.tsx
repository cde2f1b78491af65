import { PageTitle } from '../../ui/page-title.tsx';
import { useText } from '../../app/texts.tsx';

/** Asking for a new password. */
export function Page() {
  const t = useText();
  return <PageTitle>{t('forgot.title')}</PageTitle>;
}
