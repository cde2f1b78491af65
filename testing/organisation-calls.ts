type Subject = { userId: string; providerId: string; staffId: string };

/** What is done with providers, their staff, permissions and care facilities: for each operation, the input of a call. */
export const organisationCalls: Record<string, (subject: Subject) => unknown> = {};
