import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { CodeMethod } from '../../../domain/accounts/sign-in/second-step.ts';
import { resendAfter } from '../../../domain/accounts/sign-in/second-step.ts';
import { useText } from '../../app/texts.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { ChoosePhone } from './choose-phone.tsx';
import { HelpLine } from '../../ui/help-line.tsx';
import {
  secondStepIn,
  signInCall,
  type FirstStep,
  type SecondStepWanted,
} from '../../api/session/sign-in-calls.ts';
import { SecondStepCode } from './second-step-code.tsx';
import { useSecondsLeft } from '../../ui/use-seconds-left.ts';
import css from './second-step-code.module.css';
import { ApiError } from '../../api/errors.ts';

export type SecondStepModalProps = {
  first: FirstStep;
  wanted: SecondStepWanted;
  /** Called when the person is signed in. Throws if the server cannot return the person. */
  onEntered: () => Promise<void>;
  onClose: () => void;
};

type View = 'phone' | CodeMethod;

function firstView({ phones, app }: SecondStepWanted): View {
  if (phones.length > 0) return 'phone';
  return app ? 'app' : 'recovery';
}

/** The second step of signing in, over the sign-in page (MFA-01 to MFA-04). */
export function SecondStepModal({ first, wanted: asked, onEntered, onClose }: SecondStepModalProps) {
  const t = useText();
  const [wanted, setWanted] = useState(asked);
  const [view, setView] = useState(() => firstView(asked));
  const [phone, setPhone] = useState(asked.phones.length === 1 ? (asked.phones[0]?.id ?? '') : '');
  const { left, start } = useSecondsLeft();

  /** Sends a code. Throws ApiError. */
  const send = async (id: string) => {
    const next = await askFor(id);
    // The second step was turned off on another device meanwhile: the password was enough, and the person is signed in.
    if (!next) return onEntered();
    setPhone(id);
    setWanted(next);
    start(resendAfter);
    return setView('sms');
  };

  const askFor = async (id: string) => {
    try {
      return secondStepIn(await signInCall(first, id));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'rate-limited') start(error.retryAfter ?? resendAfter);
      throw error;
    }
  };

  return (
    <Modal open onClose={onClose} title={t('mfa.title')} lead={t('mfa.lead')}>
      <Focused key={view} begin={view === firstView(asked)}>
        {view === 'phone' ? (
          <ChoosePhone phones={wanted.phones} chosen={phone} left={left} send={send} />
        ) : (
          <SecondStepCode
            method={view}
            email={first.email}
            wanted={wanted}
            left={left}
            resend={() => send(phone)}
            onEntered={onEntered}
          />
        )}
      </Focused>
      <OtherWays view={view} wanted={wanted} onChoose={setView} />
      <Disclosure summary={t('mfa.lost')}>
        <p>
          <HelpLine>{t('mfa.lostBody')}</HelpLine>
        </p>
      </Disclosure>
      <p className={css.never}>{t('mfa.neverShare')}</p>
      <Button variant="text" icon="back" className={css.back} onClick={onClose}>
        {t('mfa.back')}
      </Button>
    </Modal>
  );
}

/** Moves focus to the first field of new content, because the focused element was removed. */
function Focused({ begin, children }: { begin: boolean; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  const stays = useRef(begin);
  useEffect(() => {
    if (!stays.current) element.current?.querySelector('input')?.focus();
  }, []);
  return <div ref={element}>{children}</div>;
}

/** Other methods of proof that this person has. */
function OtherWays({
  view,
  wanted,
  onChoose,
}: {
  view: View;
  wanted: SecondStepWanted;
  onChoose: (view: View) => void;
}) {
  const t = useText();
  const { phones, app, recovery } = wanted;
  const toPhone = view === 'sms' ? phones.length > 1 : view !== 'phone' && phones.length > 0;
  return (
    <div className={css.ways}>
      {toPhone && (
        <Button variant="text" onClick={() => onChoose('phone')}>
          {t(view === 'sms' ? 'mfa.otherPhone' : 'mfa.useSms')}
        </Button>
      )}
      {app && view !== 'app' && (
        <Button variant="text" onClick={() => onChoose('app')}>
          {t('mfa.useApp')}
        </Button>
      )}
      {recovery && view !== 'recovery' && (
        <Button variant="text" onClick={() => onChoose('recovery')}>
          {t('mfa.useRecovery')}
        </Button>
      )}
    </div>
  );
}
