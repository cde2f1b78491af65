/** Returns the GST (10 %) within a price that includes it, in cents: one eleventh, rounded to the cent (D-34). */
export const gstWithin = (cents: number): number => Math.round(cents / 11);
