import { useText } from '../../../app/texts.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';

/** The customers of a provider, or of all (CTABLE-01). */
export function Page() {
  const t = useText();
  return <PageTitle>{t('customers.title')}</PageTitle>;
}
