import { HelpLine } from '../../ui/help-line.tsx';
import { Spinner } from '../../ui/messages/spinner.tsx';
import { useText } from '../texts.tsx';
import { PlainFrame } from './plain-frame.tsx';

/** A page that takes a while to open, inside its frame: who waits long can ring. */
export function PendingPage() {
  const t = useText();
  return (
    <>
      <Spinner />
      <p>
        <HelpLine>{t('common.helpPhoneLine')}</HelpLine>
      </p>
    </>
  );
}

/** The same where the bar stands, and the page brings its own `main`. */
export function PendingMain() {
  return (
    <main className="vis" id="main" tabIndex={-1}>
      <PendingPage />
    </main>
  );
}

/** The same where nothing stands around the page, as while the first one loads. */
export function PendingFrame() {
  return (
    <PlainFrame>
      <PendingPage />
    </PlainFrame>
  );
}
