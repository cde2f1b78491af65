import { useRouterState } from '@tanstack/react-router';
import type { TextKey } from '../../../domain/i18n/texts.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The e-mail address that one account page hands to the next. Never in the address bar. */
    email?: string;
    /** What the next page tells first. */
    notice?: TextKey;
  }
}

/** What the page before handed over: stays with this entry of the tab's history, also when it is loaded again. */
export function usePrefilledEmail(): { email: string; notice: TextKey | undefined } {
  const state = useRouterState({ select: ({ location }) => location.state });
  return { email: state.email ?? '', notice: state.notice };
}
