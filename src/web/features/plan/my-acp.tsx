import { PageTitle } from '../../ui/page-title.tsx';
import { useText } from '../../app/texts.tsx';

/** The plan. */
export function Page() {
  const t = useText();
  return <PageTitle>{t('myAcp.title')}</PageTitle>;
}
