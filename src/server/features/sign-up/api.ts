// Exports of sign-up for other features.
export { invitationWords, openInvitation } from './invitations.ts';
