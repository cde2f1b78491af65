import { useRouterState } from '@tanstack/react-router';
import type { PlainTextKey } from '../../../domain/i18n/texts.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** E-mail address that one account page passes to the next. Never in the address bar. */
    email?: string;
    /** Notice at the top of the next page. */
    notice?: PlainTextKey;
  }
}

/** Returns the data from the previous page; it stays with this history entry, also after a reload. */
export function usePrefilledEmail(): { email: string; notice: PlainTextKey | undefined } {
  const state = useRouterState({ select: ({ location }) => location.state });
  return { email: state.email ?? '', notice: state.notice };
}
