import { PageTitle } from '../../ui/page-title.tsx';
import { useText } from '../../app/texts.tsx';

/** The whole care plan. */
export function Page() {
  const t = useText();
  return <PageTitle>{t('carePlan.title')}</PageTitle>;
}
