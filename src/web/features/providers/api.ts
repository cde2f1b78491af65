/** What the pages of providers show other features. */
export { ProviderTabs } from './tabs.tsx';
export { StubNotice } from './stub-notice.tsx';
