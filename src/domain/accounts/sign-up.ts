/**
 * Days that a sign-up waits for its address to be checked. Then the nightly job removes it with all that was typed (D-39,
 * GAP-08).
 */
export const signUpWaitsDays = 30;
