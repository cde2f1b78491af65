// Exports of staff for other features.
export { makeStaffMember } from './make-staff.ts';
export { invitingTries, knownAddressTries } from './inviting-tries.ts';
