import { Link, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { guestSizeLimits, sizeInWords } from '../../../../domain/files/limits.ts';
import { stateIdOf } from '../../../../domain/location/state-forms.ts';
import '../../../ui/drawings/more-icons.ts';
import { useLanguage, useText } from '../../../app/texts.tsx';
import { sentences } from '../../../plan-view/sentences.ts';
import { useLazyDialog } from '../../../ui/dialogs/use-lazy-dialog.ts';
import { Icon } from '../../../ui/drawings/icon.tsx';
import { Sprig } from '../../../ui/drawings/sprig.tsx';
import { HelpLine } from '../../../ui/help-line.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import type { SignupFile } from '../sign-up/sign-up-call.ts';
import type { SignUpModalProps } from '../sign-up/sign-up-modal.tsx';
import css from './guest-upload.module.css';
import { UploadCard } from './upload-card.tsx';

const loadSignup = () => import('../sign-up/sign-up-modal.tsx').then((module) => module.SignUpModal);

/** Upload without an account: one file, with which the sign-up begins (GUEST-01 to GUEST-08, GAP-113). */
export function Page() {
  const t = useText();
  const { state: named }: { state?: unknown } = useSearch({ strict: false });
  const state = stateIdOf(named);
  const { Part: SignUp, failed, open, close } = useLazyDialog<SignUpModalProps>();
  const [file, setFile] = useState<SignupFile>();
  const typed = useRef<SignUpModalProps['kept']>({});
  const place = { to: '/user/location', search: state ? { state } : {} } as const;

  const choose = (chosen: SignupFile) => {
    setFile(chosen);
    void open(loadSignup, []);
  };

  return (
    <div className={css.page}>
      <Link {...place} className={`mini ${css.back}`}>
        <Icon name="back" small />
        {t('guest.back')}
      </Link>
      <PageTitle>{t('guest.title')}</PageTitle>
      <p className="lead">{t('guest.lead')}</p>
      {state && (
        <p className={css.place}>
          {t('guest.place', { state: t(`where.${state}.name`) })}{' '}
          <Link {...place}>{t('guest.changePlace')}</Link>
        </p>
      )}
      <div className={css.cards}>
        <UploadCard kind="acp" onChosen={choose} />
        <UploadCard kind="additional" onChosen={choose} />
        <UploadCard kind="wishes" onChosen={choose} />
      </div>
      {failed && (
        <p className="err" role="alert">
          {t('error.noAnswer')}
        </p>
      )}
      <Limits />
      <Notice icon="lock">{t('guest.private')}</Notice>
      <NextStep />
      {SignUp && (
        <SignUp
          file={file}
          kept={typed.current}
          onLeave={(values) => {
            typed.current = values;
          }}
          onClose={close}
        />
      )}
    </div>
  );
}

function Limits() {
  const t = useText();
  const language = useLanguage();
  return (
    <p className={css.limits}>
      {sentences(
        language,
        t('guest.limit', {
          documentLimit: sizeInWords(guestSizeLimits.document),
          videoLimit: sizeInWords(guestSizeLimits.video),
        }),
        t('guest.oneNow'),
      )}
    </p>
  );
}

/** Next steps after a file is chosen, and links for people with an account or without a form. */
function NextStep() {
  const t = useText();
  return (
    <section className={css.next} aria-labelledby="next">
      <Sprig />
      <div>
        <h2 id="next">{t('guest.next.title')}</h2>
        <p>{t('guest.next.body')}</p>
        <p>
          <Link to="/login">{t('guest.haveAccount')}</Link>
        </p>
        <p>
          <Link to="/signup">{t('guest.noForm')}</Link>
        </p>
        <p>
          <HelpLine>{t('common.helpPhoneLine')}</HelpLine>
        </p>
      </div>
    </section>
  );
}
