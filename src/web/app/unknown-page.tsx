import { useRouterState } from '@tanstack/react-router';
import { menuPaths } from '../../domain/menu.ts';
import { AnchorButton, LinkButton } from '../ui/link-button.tsx';
import { MessagePage } from './message-page.tsx';
import { site, telephoneHref } from './site.ts';
import { useText } from './texts.tsx';

/** Whether a page that is not there yet is one of those that only a signed-in person reaches. */
export function needsPerson(path: string): boolean {
  return menuPaths.has(path) && path !== '/need-help';
}

/** An address without a page: a page that the menu knows but this release does not have, or no page at all. */
export function UnknownPage() {
  const t = useText();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const home = (
    <LinkButton to="/dashboard" variant={menuPaths.has(path) ? 'two' : 'primary'}>
      {t('system.notFound.button')}
    </LinkButton>
  );
  if (!menuPaths.has(path)) {
    return (
      <MessagePage title={t('system.notFound.title')} action={home}>
        {t('system.notFound.body')}
      </MessagePage>
    );
  }
  return (
    <MessagePage
      title={t('system.later.title')}
      action={
        <>
          <AnchorButton href={telephoneHref(site.helpPhone)} icon="phone">
            {site.helpPhone}
          </AnchorButton>
          {home}
        </>
      }
    >
      {t('system.later.body')}
    </MessagePage>
  );
}
