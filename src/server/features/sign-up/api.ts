// Exports of sign-up for other features.
export { invitationLink, invitationWords, openInvitation, staffInvitationLink } from './invitations.ts';
