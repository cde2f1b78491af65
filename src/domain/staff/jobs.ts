/** Jobs of a provider's staff (PUSER-01). Stored as `users.role`. */
export const staffJobs = ['nurse', 'allied-health', 'manager', 'doctor', 'personal-carer', 'other'] as const;

export type StaffJob = (typeof staffJobs)[number];
