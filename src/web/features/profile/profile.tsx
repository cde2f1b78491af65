import { useSession } from '../../app/session.tsx';
import { useText } from '../../app/texts.tsx';
import { Loaded } from '../../ui/messages/loaded.tsx';
import { AccountFacts } from './account-facts.tsx';
import { PictureField } from './picture-field.tsx';
import { useOwnProfile } from './profile-api.ts';
import { ProfileForm } from './profile-form.tsx';
import { SettingsFrame, SettingsGroup } from '../../app/layout/settings-frame.tsx';
import { useVoicedText } from '../../plan-view/voiced-text.ts';

/** /settings/profile: the facts about the person on the plan, the card and the PDF, and the facts of the account (GAP-76). */
export function Page() {
  const said = useVoicedText();
  const t = useText();
  const user = useSession();
  const read = useOwnProfile();
  return (
    <SettingsFrame title={t('settings.profile.title')} lead={said('settings.profile.lead')}>
      {user && (
        <Loaded read={read}>
          {(profile) => (
            <>
              <PictureField user={user} />
              <ProfileForm user={user} profile={profile} />
              <SettingsGroup title={t('settings.profile.account')}>
                <AccountFacts user={user} profile={profile} />
              </SettingsGroup>
            </>
          )}
        </Loaded>
      )}
    </SettingsFrame>
  );
}
