import { useState } from 'react';
import type { ConsentDocument } from '../../../../domain/accounts/consents/consents.ts';
import type { TextKey } from '../../../../domain/i18n/texts.ts';
import { Allowed, useMay } from '../../../app/allowed.tsx';
import { useShortDate } from '../../../app/dates.ts';
import { hasSignedPlan, type SessionUser } from '../../../app/person.ts';
import { useText } from '../../../app/texts.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import type { ConsentDialogProps } from './consent-dialog.tsx';
import { decliningWords, useDecline } from './use-decline.ts';
import { useLazyDialog } from '../../../ui/dialogs/use-lazy-dialog.ts';
import { PdfButton, PdfProblem, usePdfDownload } from '../../../plan-view/pdf/download-pdf.tsx';
import { useOwnConsents, type OwnConsent } from '../privacy-api.ts';
import css from '../../../app/layout/settings.module.css';
import { Loaded } from '../../../ui/messages/loaded.tsx';
import { useVoicedText } from '../../../plan-view/voiced-text.ts';

const loadDialog = () => import('./consent-dialog.tsx').then((module) => module.ConsentDialog);

const rows = {
  eusa: {
    agreed: 'settings.privacy.eusaRow',
    title: 'signup.consent.eusaLink',
    name: 'settings.privacy.eusaName',
  },
  privacy: {
    agreed: 'settings.privacy.privacyRow',
    title: 'signup.consent.privacyLink',
    name: 'settings.privacy.privacyName',
  },
} as const satisfies Record<ConsentDocument, Record<'agreed' | 'title' | 'name', TextKey>>;

/** The two texts with the version and the day of the person's agreement. Each can be read again, and the agreement withdrawn. */
export function ConsentRows({ user }: { user: SessionUser }) {
  const t = useText();
  const { Part: Dialog, failed, open, close } = useLazyDialog<ConsentDialogProps>();
  const [document, setDocument] = useState<ConsentDocument>('eusa');
  const [leaving, setLeaving] = useState<ConsentDocument>();
  const read = (next: ConsentDocument) => {
    setDocument(next);
    void open(loadDialog, ['consent-service', 'consent-privacy']);
  };
  return (
    <>
      <Loaded read={useOwnConsents()}>
        {(consents) => (
          <ul className={css.list}>
            {consents.map((consent) => (
              <li key={consent.document}>
                <ConsentRow consent={consent} onRead={read} onLeave={setLeaving} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Allowed to="account.consent">{null}</Allowed>
      <div role="alert">{failed && <p className="err">{t('error.noAnswer')}</p>}</div>
      {Dialog && <Dialog document={document} onClose={close} />}
      {leaving && <LeaveDialog document={leaving} user={user} onClose={() => setLeaving(undefined)} />}
    </>
  );
}

function ConsentRow({
  consent: { document, version, agreed_at },
  onRead,
  onLeave,
}: {
  consent: OwnConsent;
  onRead: (document: ConsentDocument) => void;
  onLeave: (document: ConsentDocument) => void;
}) {
  const t = useText();
  const shortDate = useShortDate();
  const { agreed, title, name } = rows[document];
  const isAgreed = version !== null && agreed_at !== null;
  const may = useMay('account.consent');
  return (
    <>
      <p>{isAgreed ? t(agreed, { version, date: shortDate(agreed_at) }) : t('settings.privacy.notAgreed')}</p>
      <div className="acts">
        <Button variant="text" icon="file" aria-haspopup="dialog" onClick={() => onRead(document)}>
          {t(title)}
        </Button>
        {isAgreed && may && (
          <Button variant="text" aria-haspopup="dialog" onClick={() => onLeave(document)}>
            {t('settings.privacy.withdraw')}
            <span className="vh">: {t(name)}</span>
          </Button>
        )}
      </div>
    </>
  );
}

/** Explains the effect of withdrawing an agreement, and offers the plan as a PDF first. */
function LeaveDialog({
  document,
  user,
  onClose,
}: {
  document: ConsentDocument;
  user: SessionUser;
  onClose: () => void;
}) {
  const said = useVoicedText();
  const t = useText();
  const { state, failed, leave } = useDecline(document);
  const download = usePdfDownload();
  return (
    <Modal
      open
      role="alertdialog"
      onClose={onClose}
      title={t('settings.privacy.withdraw')}
      foot={
        <>
          <Button state={state} words={decliningWords} onClick={leave}>
            {t('settings.privacy.withdraw')}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <p>{said('settings.privacy.withdrawBody')}</p>
      <p className={css.after}>{said('consent.declined.body')}</p>
      {hasSignedPlan(user) && (
        <div className={css.after}>
          <PdfButton {...download} variant="text" />
          <PdfProblem failed={download.failed} />
        </div>
      )}
      <div role="alert">{failed && <p className="err">{t('error.consent.saveFailed')}</p>}</div>
    </Modal>
  );
}
