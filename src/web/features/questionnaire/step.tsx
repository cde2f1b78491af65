import { PageTitle } from '../../ui/page-title.tsx';
import { useText } from '../../app/texts.tsx';

/** One step of the questionnaire. */
export function Page() {
  const t = useText();
  return <PageTitle>{t('menu.user.myAcp')}</PageTitle>;
}
