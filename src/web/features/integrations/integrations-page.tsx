import { useSearch } from '@tanstack/react-router';
import { MessagePage } from '../../app/gates/message-page.tsx';
import { useSession } from '../../app/session.tsx';
import { useText } from '../../app/texts.tsx';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { NamedProvider } from './named-provider.tsx';
import { ProviderIntegration } from './provider-integration.tsx';

/**
 * Connection of the caller's provider with its residential-care system, or that of a provider below it by its id in the address
 * (INTEG-02, D-46).
 */
export function Page() {
  const t = useText();
  const user = useSession();
  const { provider: other }: { provider?: unknown } = useSearch({ strict: false });
  if (!user) return null;
  const { provider_id: own, provider, permission_role } = user;
  if (own === null || !permission_role.can_manage_all) {
    const home = <LinkButton to="/dashboard">{t('system.notFound.button')}</LinkButton>;
    return (
      <MessagePage title={t('system.noAccess.title')} action={home}>
        {t('system.noAccess.body')}
      </MessagePage>
    );
  }
  if (typeof other === 'string' && other !== own)
    return <NamedProvider key={other} id={other} isPlatform={false} />;
  return (
    <>
      <div className="pagehead">
        <div>
          <PageTitle>{t('integrations.title')}</PageTitle>
          <p className="lead">{t('integrations.lead')}</p>
        </div>
      </div>
      <ProviderIntegration provider={{ id: own, name: provider?.name ?? '' }} isPlatform={false} />
    </>
  );
}
