import { useRouterState } from '@tanstack/react-router';
import { useText } from '../../app/texts.tsx';
import { CurrentLink } from '../../ui/current-link.tsx';

const tabs = [
  ['/admin/providers', 'providers.tab.all'],
  ['/admin/providers/registered', 'providers.tab.registered'],
  ['/admin/providers/care-facilities', 'providers.tab.facilities'],
] as const;

/**
 * Tabs of the platform's staff for the tree of providers, their invitations and the care facilities (GAP-89, GAP-90, GAP-101).
 */
export function ProviderTabs() {
  const t = useText();
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (
    <nav className="tabs" aria-label={t('providers.title')}>
      {tabs.map(([to, words]) => (
        <CurrentLink key={to} to={to as string} current={to === path ? 'page' : undefined}>
          {t(words)}
        </CurrentLink>
      ))}
    </nav>
  );
}
