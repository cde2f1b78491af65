// What other features may use of the staff.
export { makeStaffMember } from './make-staff.ts';
export { invitingTries, knownAddressTries } from './inviting-tries.ts';
