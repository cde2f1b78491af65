// Exports of staff for other features.
export { makeStaffMember } from './inviting/make-staff.ts';
export { invitingTries, knownAddressTries } from './inviting/inviting-tries.ts';
