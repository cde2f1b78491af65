import { Button } from '../../ui/buttons/button.tsx';
import { MessagePage } from './message-page.tsx';
import { useText } from '../texts.tsx';

/** A page that could not be opened: no answer from the server, or a fault of ours. */
export function FailedPage() {
  const t = useText();
  return (
    <main className="vis" id="main" tabIndex={-1}>
      <MessagePage
        title={t('system.serverDown.title')}
        action={<Button onClick={() => location.reload()}>{t('common.tryAgain')}</Button>}
      >
        {t('system.serverDown.body')}
      </MessagePage>
    </main>
  );
}
