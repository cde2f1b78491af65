/** What staff of a provider do there (PUSER-01). Stored as `users.role`. */
export const staffJobs = ['nurse', 'allied-health', 'manager', 'doctor', 'personal-carer', 'other'] as const;

export type StaffJob = (typeof staffJobs)[number];
