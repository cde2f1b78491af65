import { PageTitle } from '../../ui/page-title.tsx';
import { useText } from '../../app/texts.tsx';

/** The dashboard. */
export function Page() {
  const t = useText();
  return <PageTitle>{t('dash.visitor.title')}</PageTitle>;
}
