import { useRouterState } from '@tanstack/react-router';
import { placeOf } from '../../../domain/menu/menu.ts';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { MessagePage } from './message-page.tsx';
import { menuViewerOf, type SessionUser } from '../person.ts';
import { useSession } from '../session.tsx';
import { useText } from '../texts.tsx';

/** Whether an unknown address may belong to a page of signed-in people. */
export function needsPerson(path: string): boolean {
  return placeOf(path, null).kind !== 'unknown';
}

/** Returns the page for an address that is only the prefix of a group of pages: the first one that the person has. */
export function firstPageOf(path: string, user: SessionUser): string | undefined {
  const place = placeOf(path, menuViewerOf(user));
  return place.kind === 'group' ? place.first : undefined;
}

/** Link to the first page. */
function Home() {
  const t = useText();
  return <LinkButton to="/dashboard">{t('system.notFound.button')}</LinkButton>;
}

/** An address without a page: one that opens when the plan is complete, one for other people, or none at all. */
export function UnknownPage() {
  const t = useText();
  const user = useSession();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const place = placeOf(path, user && menuViewerOf(user));
  switch (place.kind) {
    case 'locked':
      return (
        <MessagePage
          title={t('system.locked.title')}
          action={<LinkButton to="/questionnaire">{t('avatar.completeMyAcp')}</LinkButton>}
        >
          {t('system.locked.body')}
        </MessagePage>
      );
    case 'closed':
      return (
        <MessagePage title={t('system.noAccess.title')} action={<Home />}>
          {t('system.noAccess.body')}
        </MessagePage>
      );
    // Every page of a menu has a route of its own, so it is never unknown.
    case 'page':
    case 'group':
    case 'unknown':
      return (
        <MessagePage title={t('system.notFound.title')} action={<Home />}>
          {t('system.notFound.body')}
        </MessagePage>
      );
  }
}
