import { Button } from '../../ui/buttons/button.tsx';
import { AnchorButton } from '../../ui/buttons/link-button.tsx';
import { telephoneHref } from '../../../domain/i18n/site.ts';
import { site } from '../site.ts';
import { useText } from '../texts.tsx';
import { MessagePage } from './message-page.tsx';
import { PlainFrame } from './plain-frame.tsx';

/** A page that could not be opened, inside its frame: no response from the server, or a server error. */
export function FailedPage() {
  const t = useText();
  return (
    <MessagePage
      title={t('system.serverDown.title')}
      action={
        <>
          <Button onClick={() => location.reload()}>{t('common.tryAgain')}</Button>
          <AnchorButton href={telephoneHref(site.helpPhone)} variant="two" icon="phone">
            {t('common.helpPhoneLine')}
          </AnchorButton>
        </>
      }
    >
      {t('system.serverDown.body')}
    </MessagePage>
  );
}

/** The same message below the bar, for pages that bring their own `main`. */
export function FailedMain() {
  return (
    <main className="vis" id="main" tabIndex={-1}>
      <FailedPage />
    </main>
  );
}

/** The same message with no frame around it. */
export function FailedFrame() {
  return (
    <PlainFrame>
      <FailedPage />
    </PlainFrame>
  );
}
