import { useState } from 'react';
import { deviceWords, isHandheld } from '../../../domain/accounts/sign-in/device.ts';
import { Allowed } from '../../app/allowed.tsx';
import { useShortDate } from '../../app/dates.ts';
import { useText } from '../../app/texts.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Icon } from '../../ui/drawings/icon.tsx';
import { showSnackbar } from '../../ui/messages/snackbars.ts';
import { Loaded } from '../../ui/messages/loaded.tsx';
import { ConfirmPasswordDialog } from '../../forms/passwords/confirm-password-dialog.tsx';
import { endOtherSessions, endSession, useSessions, type SessionItem } from './sessions-api.ts';
import { SettingsGroup } from '../../app/layout/settings-frame.tsx';
import css from './session-list.module.css';

/**
 * Sessions of the person, with buttons to sign out there, which ask for the password. A group of a settings page that has the
 * texts `settings-second-step`, `second-step`, `errors`, `fields` and `success`.
 */
export function SessionList() {
  const t = useText();
  return (
    <SettingsGroup title={t('settings.mfa.sessions')}>
      <Allowed to="account.sessions">
        <OwnSessions />
      </Allowed>
    </SettingsGroup>
  );
}

function OwnSessions() {
  return (
    <Loaded read={useSessions()}>
      {(sessions) => (
        <>
          <ul className={css.list}>
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
          {sessions.some(({ current }) => !current) && <EndOthers />}
        </>
      )}
    </Loaded>
  );
}

function SessionRow({ session: { id, device, current, last_seen_at } }: { session: SessionItem }) {
  const t = useText();
  const [asking, setAsking] = useState(false);
  const name = deviceWords(device, t);
  const seen = useShortDate()(last_seen_at);
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
        <button type="button" className="mini" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {t('settings.mfa.sessionEnd')}
          <span className="vh">, {name}</span>
        </button>
      )}
      {asking && (
        <ConfirmPasswordDialog
          title={t('settings.mfa.sessionEnd')}
          lead={t('settings.mfa.sessionEndLead', { device: name })}
          submit={t('settings.mfa.sessionEnd')}
          onPassword={async (password) => {
            await endSession(id, password);
            showSnackbar(t('success.sessionEnded'));
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  );
}

function EndOthers() {
  const t = useText();
  const [asking, setAsking] = useState(false);
  return (
    <div className={css.others}>
      <Button variant="two" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {t('settings.mfa.sessionEndAll')}
      </Button>
      {asking && (
        <ConfirmPasswordDialog
          title={t('settings.mfa.sessionEndAll')}
          lead={t('settings.mfa.sessionEndAllLead')}
          submit={t('settings.mfa.sessionEndAll')}
          onPassword={async (password) => {
            await endOtherSessions(password);
            showSnackbar(t('success.sessionEnded'));
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
