import type { TextFile } from '../../../domain/i18n/texts.ts';
import { useSession } from '../../app/session.tsx';
import { useText } from '../../app/texts.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Spinner } from '../../ui/messages/spinner.tsx';
import { AccountFacts } from './account-facts.tsx';
import { PictureField } from './picture-field.tsx';
import { useOwnProfile } from './profile-api.ts';
import { ProfileForm } from './profile-form.tsx';
import { SettingsFrame, SettingsGroup } from '../../app/layout/settings-frame.tsx';

/** The rules of the profile are those of the questionnaire, and so are their words. */
export const texts: readonly TextFile[] = ['questionnaire', 'questionnaire-about'];

/** /settings/profile: what the plan, the card and the PDF say of the person, and what the account is (GAP-76). */
export function Page() {
  const t = useText();
  const user = useSession();
  const { profile, failed, again } = useOwnProfile();
  return (
    <SettingsFrame title={t('settings.profile.title')} lead={t('settings.profile.lead')}>
      {user && profile ? (
        <>
          <PictureField user={user} />
          <ProfileForm user={user} profile={profile} />
          <SettingsGroup title={t('settings.profile.account')}>
            <AccountFacts user={user} profile={profile} />
          </SettingsGroup>
        </>
      ) : failed ? (
        <div role="alert">
          <p className="err">{t('error.noAnswer')}</p>
          <Button variant="two" onClick={again}>
            {t('common.tryAgain')}
          </Button>
        </div>
      ) : (
        <Spinner />
      )}
    </SettingsFrame>
  );
}
