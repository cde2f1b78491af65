/** Days that a sign-up waits for its address to be checked. Then it is removed at night, with all that was typed (D-39, GAP-08). */
export const signUpWaitsDays = 30;
