import { HelpLine } from '../../ui/help-line.tsx';
import { Spinner } from '../../ui/messages/spinner.tsx';
import { useText } from '../texts.tsx';
import { PlainFrame } from './plain-frame.tsx';

/** A page that takes a while to open, inside its frame, with the help line. */
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

/** The same placeholder below the bar, for pages that bring their own `main`. */
export function PendingMain() {
  return (
    <main className="vis" id="main" tabIndex={-1}>
      <PendingPage />
    </main>
  );
}

/** The same placeholder with no frame around it, for example while the first page loads. */
export function PendingFrame() {
  return (
    <PlainFrame>
      <PendingPage />
    </PlainFrame>
  );
}
