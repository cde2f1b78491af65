// Exports of provider-sign-in for other features.
export { refuseUnconnected } from './connection-store.ts';
export { confirmOrganisationSessions } from './confirming.ts';
