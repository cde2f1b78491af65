import { useState } from 'react';
import { deviceWords, isHandheld } from '../../../domain/device.ts';
import { useShortDate } from '../../app/dates.ts';
import { useText } from '../../app/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { showSnackbar } from '../../ui/snackbars.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { useButtonState } from '../../ui/use-button-state.ts';
import { ReadAgain } from '../plan/read-again.tsx';
import { useSessionCalls, useSessions, type SessionItem } from './sessions-api.ts';
import { SettingsGroup } from './settings-frame.tsx';
import css from './session-list.module.css';

const resetMs = 2500;

/**
 * Where the person is signed in, with a way to sign out there. A group of a settings page that has the texts
 * `settings-second-step`, `errors` and `success`.
 */
export function SessionList() {
  const t = useText();
  const { sessions, failed, readAgain } = useSessions();
  return (
    <SettingsGroup title={t('settings.mfa.sessions')}>
      {sessions ? (
        <>
          <ul className={css.list}>
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
          {sessions.some(({ current }) => !current) && <EndOthers />}
        </>
      ) : failed ? (
        <ReadAgain onAgain={readAgain} />
      ) : (
        <Spinner />
      )}
    </SettingsGroup>
  );
}

function SessionRow({ session: { id, device, current, last_seen_at } }: { session: SessionItem }) {
  const t = useText();
  const { end } = useSessionCalls();
  const { state, run } = useButtonState(resetMs);
  const [failed, setFailed] = useState(false);
  const name = deviceWords(device, t);
  const seen = useShortDate()(last_seen_at);
  const signOut = () =>
    void run(async () => {
      setFailed(false);
      try {
        await end(id);
        showSnackbar(t('success.sessionEnded'));
        return true;
      } catch {
        setFailed(true);
        return false;
      }
    });
  return (
    <li className={css.row}>
      <Icon name={isHandheld(device) ? 'mobile' : 'laptop'} />
      <div>
        {name}
        <small>
          {current ? t('settings.mfa.sessionThis') : t('settings.mfa.sessionSeen', { date: seen })}
        </small>
      </div>
      {!current && (
        <button
          type="button"
          className="mini"
          aria-disabled={state === 'pending' || undefined}
          onClick={state === 'pending' ? undefined : signOut}
        >
          {t('settings.mfa.sessionEnd')}
          <span className="vh">, {name}</span>
        </button>
      )}
      <div role="alert" className={css.problem}>
        {failed && <p className="err">{t('error.serverError')}</p>}
      </div>
    </li>
  );
}

function EndOthers() {
  const t = useText();
  const { endOthers } = useSessionCalls();
  const { state, run } = useButtonState(resetMs);
  const [failed, setFailed] = useState(false);
  const signOut = () =>
    void run(async () => {
      setFailed(false);
      try {
        await endOthers();
        showSnackbar(t('success.sessionEnded'));
        return true;
      } catch {
        setFailed(true);
        return false;
      }
    });
  return (
    <div className={css.others}>
      <Button variant="two" state={state} onClick={signOut}>
        {t('settings.mfa.sessionEndAll')}
      </Button>
      <div role="alert">{failed && <p className="err">{t('error.serverError')}</p>}</div>
    </div>
  );
}
