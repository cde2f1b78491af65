import { MessagePage } from '../../app/gates/message-page.tsx';
import { useSession } from '../../app/session.tsx';
import { useText } from '../../app/texts.tsx';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ProviderIntegration } from './provider-integration.tsx';

/** Connection of the caller's provider with its residential-care system (INTEG-02, D-46). */
export function Page() {
  const t = useText();
  const user = useSession();
  if (!user) return null;
  if (user.provider_id === null || !user.permission_role.can_manage_all) {
    const home = <LinkButton to="/dashboard">{t('system.notFound.button')}</LinkButton>;
    return (
      <MessagePage title={t('system.noAccess.title')} action={home}>
        {t('system.noAccess.body')}
      </MessagePage>
    );
  }
  return (
    <>
      <div className="pagehead">
        <div>
          <PageTitle>{t('integrations.title')}</PageTitle>
          <p className="lead">{t('integrations.lead')}</p>
        </div>
      </div>
      <ProviderIntegration
        provider={{ id: user.provider_id, name: user.provider?.name ?? '' }}
        isPlatform={false}
      />
    </>
  );
}
