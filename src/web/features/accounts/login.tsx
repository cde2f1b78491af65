import { PageTitle } from '../../ui/page-title.tsx';
import { useText } from '../../app/texts.tsx';

/** Signing in. */
export function Page() {
  const t = useText();
  return <PageTitle>{t('signin.title')}</PageTitle>;
}
