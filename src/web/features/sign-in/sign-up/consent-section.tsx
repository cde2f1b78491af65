import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { ConsentDocument } from '../../../../domain/accounts/consents/consents.ts';
import type { PlainTextKey } from '../../../../domain/i18n/texts.ts';
import { useText } from '../../../app/texts.tsx';
import { FormCheckbox } from '../../../forms/more-fields.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import type { ConsentDialogProps } from '../../privacy/api.ts';
import type { SignUpPlace } from './sign-up-errors.ts';
import { useForSomeoneElse } from './sign-up-fields.tsx';
import { useLazyDialog } from '../../../ui/dialogs/use-lazy-dialog.ts';
import css from '../sign-in.module.css';

const loadDialog = () => import('../../privacy/api.ts').then((module) => module.ConsentDialog);

/** Field that the answer to each text ticks (SIGNUP-26, SIGNUP-27, CONSENT-03). */
const ticks = { eusa: 'EUSARead', privacy: 'privacyPolicyRead' } as const satisfies Record<
  ConsentDocument,
  string
>;

/** Authority that a person who signs up on behalf of another confirms (SIGNUP-29). */
const authority: readonly PlainTextKey[] = [
  'signup.behalf.createAccount',
  'signup.behalf.completePlan',
  'signup.behalf.provideInformation',
  'signup.behalf.personalDetails',
  'signup.behalf.healthInformation',
  'signup.behalf.otherInformation',
];

/** The two texts to read and agree to, and the authority for another person's account (SIGNUP-26 to SIGNUP-29). */
export function ConsentSection({ place }: { place: SignUpPlace }) {
  const t = useText();
  const someoneElse = useForSomeoneElse();
  const { setValue } = useFormContext();
  const { Part: Dialog, failed, open, close } = useLazyDialog<ConsentDialogProps>();
  const [document, setDocument] = useState<ConsentDocument>('eusa');
  const Heading = place === 'modal' ? 'h3' : 'h2';
  const read = (next: ConsentDocument) => {
    setDocument(next);
    void open(loadDialog, ['consent-service', 'consent-privacy']);
  };

  const answer = (agreed: boolean) => {
    setValue(ticks[document], agreed, { shouldDirty: true });
    close();
  };

  return (
    <section className={css.consents} aria-labelledby={`consents-${place}`}>
      <Heading id={`consents-${place}`}>{t('signup.consent.legend')}</Heading>
      <Button variant="text" icon="file" aria-haspopup="dialog" onClick={() => read('eusa')}>
        {t('signup.consent.eusaLink')}
      </Button>
      <FormCheckbox name="EUSARead" label={t('signup.consent.eusaCheck')} required />
      <Button variant="text" icon="file" aria-haspopup="dialog" onClick={() => read('privacy')}>
        {t('signup.consent.privacyLink')}
      </Button>
      <FormCheckbox
        name="privacyPolicyRead"
        label={t(someoneElse ? 'signup.consent.privacyCheckBehalf' : 'signup.consent.privacyCheck')}
        required
      />
      {failed && (
        <p className="err" role="alert">
          {t('error.noAnswer')}
        </p>
      )}
      {someoneElse && (
        <div role="group" aria-labelledby={`authority-${place}`}>
          <p id={`authority-${place}`} className={css.intro}>
            {t('signup.behalf.listIntro')}
          </p>
          <ul className="bul2">
            {authority.map((key) => (
              <li key={key}>{t(key)}</li>
            ))}
          </ul>
          <FormCheckbox name="notOwnerConfirmation" label={t('signup.behalf.check')} required />
        </div>
      )}
      {Dialog && <Dialog document={document} onClose={close} onAnswer={answer} />}
    </section>
  );
}
