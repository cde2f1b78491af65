import { useRouter } from '@tanstack/react-router';
import { Button } from '../ui/button.tsx';
import { MessagePage } from './message-page.tsx';
import { useText } from './texts.tsx';

/** A page that could not be opened: no answer from the server, or a fault of ours. */
export function FailedPage({ reset }: { reset: () => void }) {
  const t = useText();
  const router = useRouter();
  return (
    <main className="vis" id="main" tabIndex={-1}>
      <MessagePage
        title={t('system.serverDown.title')}
        action={
          <Button
            onClick={() => {
              reset();
              void router.invalidate();
            }}
          >
            {t('common.tryAgain')}
          </Button>
        }
      >
        {t('system.serverDown.body')}
      </MessagePage>
    </main>
  );
}
