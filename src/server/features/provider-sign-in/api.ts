// Exports of provider-sign-in for other features.
export { refuseUnconnected } from './connection/connection-store.ts';
export { confirmOrganisationSessions } from './confirming.ts';
