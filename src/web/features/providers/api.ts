/** What the pages of providers show other features. */
export { ProviderTabs } from './tabs.tsx';
