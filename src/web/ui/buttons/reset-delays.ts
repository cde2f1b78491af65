/**
 * Times after which a button in the administration of providers and of the platform returns to its initial state, in milliseconds
 * (CONST-03): after saving, after sending, and after undoing.
 */
export const adminResetMs = { save: 1_500, send: 2_500, undo: 3_000 } as const;
