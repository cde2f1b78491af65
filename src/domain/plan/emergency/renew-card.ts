/** The part of the page's address after the #, which opens the question whether to make a new code and PIN. */
export const renewCardHash = 'new-code';

/** The page on which the owner of a card makes a new code and PIN. Opening the address changes nothing. */
export const renewCardPath = `/my-acp#${renewCardHash}`;
