import { PageTitle } from '../../ui/page-title.tsx';
import { useText } from '../../app/texts.tsx';

/** For people from the earlier system. */
export function Page() {
  const t = useText();
  return <PageTitle>{t('legacy.title')}</PageTitle>;
}
