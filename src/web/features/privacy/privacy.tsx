import { Allowed } from '../../app/allowed.tsx';
import { mustAnswer } from '../../app/person.ts';
import { useSession } from '../../app/session.tsx';
import { useText } from '../../app/texts.tsx';
import { ConsentRows } from './consents/consent-rows.tsx';
import { DeletionGroup } from './deletion-group.tsx';
import { ExportGroup } from './export-group.tsx';
import { AccessLog } from './openings/access-log.tsx';
import { OwnConversations } from './own-conversations.tsx';
import { StaffVisits } from './staff-visits.tsx';
import { SettingsFrame, SettingsGroup } from '../../app/layout/settings-frame.tsx';
import { useVoicedText } from '../../plan-view/voiced-text.ts';

/** /settings/privacy: agreements, openings of the plan, a copy of all data, and the deletion of the account (GAP-76, D-19). */
export function Page() {
  const said = useVoicedText();
  const t = useText();
  const user = useSession();
  return (
    <SettingsFrame title={t('settings.privacy.title')}>
      {user && (
        <>
          <SettingsGroup title={t('settings.privacy.consents')}>
            <ConsentRows user={user} />
          </SettingsGroup>
          {!mustAnswer(user) && (
            <SettingsGroup
              title={said('settings.privacy.whoOpened')}
              lead={said('settings.privacy.whoOpenedLead')}
            >
              <AccessLog />
            </SettingsGroup>
          )}
          {!mustAnswer(user) && (
            <SettingsGroup title={t('conversation.mine')} lead={said('conversation.mineLead')}>
              <Allowed to="account.conversations">
                <OwnConversations />
              </Allowed>
            </SettingsGroup>
          )}
          {!mustAnswer(user) && (
            <SettingsGroup title={t('settings.privacy.visits')} lead={t('settings.privacy.visitsLead')}>
              <Allowed to="account.readVisits">
                <StaffVisits user={user} />
              </Allowed>
            </SettingsGroup>
          )}
          <ExportGroup />
          <DeletionGroup user={user} />
        </>
      )}
    </SettingsFrame>
  );
}
