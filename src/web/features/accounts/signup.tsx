import { PageTitle } from '../../ui/page-title.tsx';
import { useText } from '../../app/texts.tsx';

/** Signing up. */
export function Page() {
  const t = useText();
  return <PageTitle>{t('signup.title')}</PageTitle>;
}
