import { useState } from 'react';
import { consentDocuments } from '../../../../domain/accounts/consents/consents.ts';
import { call } from '../../../api/call.ts';
import { codeOf } from '../../../api/errors.ts';
import { graphql } from '../../../api/graphql.ts';
import type { SessionUser } from '../../../app/person.ts';
import type { OpenPage } from '../../../app/gates/open-pages.ts';
import { site } from '../../../app/site.ts';
import { useText } from '../../../app/texts.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { ConsentDialog } from './consent-dialog.tsx';
import css from './consent.module.css';
import { decliningWords, useDecline } from './use-decline.ts';
import { useVoicedText } from '../../../plan-view/voiced-text.ts';

const AgreeToConsent = graphql(`
  mutation agreeToConsent($document: String!, $version: String!) {
    agreeToConsent(document: $document, version: $version) {
      id
      consents {
        document
        version
        present
      }
      consents_due {
        eusa
        privacy
      }
    }
  }
`);

/**
 * Covers every page until the person has agreed to the current texts, one after the other (GAP-71). A person who declines is
 * asked once more, and then signed out; nothing is deleted. `onOpenPage` leads customers who decline to the pages that they may
 * still see.
 */
export function ConsentsDue({
  user,
  onOpenPage,
}: {
  user: SessionUser;
  onOpenPage?: ((page: OpenPage) => Promise<void>) | undefined;
}) {
  const [declined, setDeclined] = useState(false);
  const document = consentDocuments.find((each) => user.consents_due[each]);
  if (!document) return null;
  if (declined)
    return <Declined document={document} onBack={() => setDeclined(false)} onOpenPage={onOpenPage} />;
  const consent = user.consents.find((each) => each.document === document);
  const earlier = consent?.version ?? null;
  // Version of the text that this page shows; a page from Vite, which the server did not render, has none.
  const version = site.consents?.[document] ?? consent?.present ?? '';
  const answer = async (agreed: boolean) => {
    if (!agreed) return setDeclined(true);
    try {
      await call(AgreeToConsent, { document, version });
    } catch (error) {
      // The server has a newer text than this page: only a reloaded page has it too.
      if (codeOf(error) === 'conflict') location.reload();
      throw error;
    }
  };
  return <ConsentDialog key={document} document={document} renewed={earlier !== null} onAnswer={answer} />;
}

function Declined({
  document,
  onBack,
  onOpenPage,
}: {
  document: string;
  onBack: () => void;
  onOpenPage: ((page: OpenPage) => Promise<void>) | undefined;
}) {
  const said = useVoicedText();
  const t = useText();
  const { state, failed, leave } = useDecline(document);
  return (
    <Modal
      open
      mustChoose
      onClose={onBack}
      role="alertdialog"
      title={t('consent.declined.title')}
      foot={
        <>
          <Button onClick={onBack} off={state === 'pending'}>
            {t('consent.declined.again')}
          </Button>
          <Button variant="two" state={state} words={decliningWords} onClick={leave}>
            {t('consent.declined.button')}
          </Button>
          {onOpenPage && (
            <div className={css.others}>
              <Button variant="text" off={state === 'pending'} onClick={() => void onOpenPage('plan')}>
                {t('consent.declined.plan')}
              </Button>
              <Button variant="text" off={state === 'pending'} onClick={() => void onOpenPage('data')}>
                {t('consent.declined.data')}
              </Button>
            </div>
          )}
        </>
      }
    >
      <p>{said('consent.declined.body')}</p>
      <div role="alert">{failed && <p className="err">{t('error.consent.saveFailed')}</p>}</div>
    </Modal>
  );
}
