import { PageTitle } from '../../ui/page-title.tsx';
import { useText } from '../../app/texts.tsx';

/** Setting a new password. */
export function Page() {
  const t = useText();
  return <PageTitle>{t('reset.title')}</PageTitle>;
}
