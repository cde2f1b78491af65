import { Link } from '@tanstack/react-router';
import { useText, useTexts } from '../../app/texts.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { OwnWords } from '../../ui/words/own-words.tsx';

type StubNoticeProps = {
  provider: string;
  /** Whether it links to the page to enter the details; not on that page itself. */
  leadsThere?: boolean;
};

/** Notice for staff who may change it that little more than the name of their provider is known (GAP-91). */
export function StubNotice({ provider, leadsThere = false }: StubNoticeProps) {
  const t = useText();
  const ready = useTexts(['providers-form']);
  if (!ready) return null;
  return (
    <Notice>
      <p>
        <b>
          <OwnWords>{t('providers.stub.title', { provider })}</OwnWords>
        </b>
      </p>
      <p>{t('providers.stub.body')}</p>
      {leadsThere && (
        <p className="linkline">
          <Link to="/provider/settings">{t('providers.stub.open')}</Link>
        </p>
      )}
    </Notice>
  );
}
