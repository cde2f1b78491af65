import { PageTitle } from '../../ui/page-title.tsx';
import { useText } from '../../app/texts.tsx';

/** Checking the email address. */
export function Page() {
  const t = useText();
  return <PageTitle>{t('verify.title')}</PageTitle>;
}
