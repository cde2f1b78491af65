/**
 * Milliseconds after which a button in the administration of providers and of the platform is itself again (CONST-03): after
 * saving, after sending, and after taking something back.
 */
export const adminResetMs = { save: 1_500, send: 2_500, undo: 3_000 } as const;
