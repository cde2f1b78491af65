// What other features may use of signing up.
export { invitationWords, openInvitation } from './invitations.ts';
