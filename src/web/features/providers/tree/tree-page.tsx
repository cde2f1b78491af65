import { isPlatformRole } from '../../../../domain/access/actors.ts';
import { menuOf } from '../../../../domain/menu/menu.ts';
import { MessagePage } from '../../../app/gates/message-page.tsx';
import { menuViewerOf, roleOf, type SessionUser } from '../../../app/person.ts';
import { useSession } from '../../../app/session.tsx';
import { useText } from '../../../app/texts.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { ProviderTabs } from '../tabs.tsx';
import { TreeHead } from './tree-head.tsx';
import { TreeView } from './tree-view.tsx';
import { useTree } from './use-tree.ts';
import { useProviderDialogs } from './use-provider-dialogs.tsx';
import { useProviderActions } from './use-provider-actions.ts';
import { useProviderTotals } from './tree-api.ts';

/** Providers of the platform, or one provider with all its descendants (PROV-02, GAP-89). */
export function Page() {
  const t = useText();
  const user = useSession();
  if (!user) return null;
  const isPlatform = isPlatformRole(roleOf(user));
  if (isPlatform || (user.permission_role.can_manage_all && user.provider_id !== null))
    return <Providers user={user} isPlatform={isPlatform} />;
  const home = <LinkButton to="/dashboard">{t('system.notFound.button')}</LinkButton>;
  return (
    <MessagePage title={t('system.noAccess.title')} action={home}>
      {t('system.noAccess.body')}
    </MessagePage>
  );
}

/** Pages of a provider's customers and staff. */
const pagesBeside = [
  { words: 'providers.action.customers', path: 'customers' },
  { words: 'providers.action.users', path: 'users' },
] as const;

function Providers({ user, isPlatform }: { user: SessionUser; isPlatform: boolean }) {
  const t = useText();
  const tree = useTree(isPlatform ? null : user.provider_id);
  const totals = useProviderTotals();
  const { dialog, failed, open } = useProviderDialogs();
  const actions = useProviderActions({ tree, open, onDone: totals.retry });
  const own =
    user.provider_id === null || isPlatform
      ? null
      : { id: user.provider_id, name: user.provider?.name ?? '' };
  const all = totals.data?.providersAggregate;
  const counts = !all
    ? '\u00A0'
    : isPlatform
      ? t('providers.result', { count: all.roots, customers: all.customers })
      : `${t('providers.count', { count: all.count })} · ${t('providers.row.completeOf', { complete: all.complete, total: all.customers })}`;
  const inMenu = menuOf(menuViewerOf(user)).map(({ href }) => href);
  const side = isPlatform ? '/admin' : '/provider';
  const pagesOf = ({ id }: { id: string }) =>
    pagesBeside
      .map(({ words, path }) => ({
        words,
        path: `${side}/${path}`,
        href: `${side}/${path}?provider_id=${id}`,
      }))
      .filter(({ path }) => inMenu.includes(path));
  return (
    <>
      <TreeHead
        title={t(
          !isPlatform && user.provider?.has_children === false ? 'providers.titleSingle' : 'providers.title',
        )}
        counts={counts}
        onNew={(how) => actions.onNew(how, own)}
      />
      {isPlatform && <ProviderTabs />}
      {failed && (
        <p className="err" role="alert">
          {t('error.general_error')}
        </p>
      )}
      <TreeView tree={tree} own={own?.id ?? null} onAction={actions.onAction} pagesOf={pagesOf} />
      {dialog}
    </>
  );
}
