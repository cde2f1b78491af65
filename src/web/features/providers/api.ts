/** Exports of the provider pages for other features. */
export { ProviderTabs } from './tabs.tsx';
export { StubNotice } from './stub-notice.tsx';
