/** Maximum number of customers who can be chosen at once. */
export const chosenAtMost = 500;

/** Maximum number of customers whom one call changes. */
export const changedAtMost = 50;

/** Maximum number of emergency sheets that are printed at once. */
export const sheetsAtMost = 60;

/** Actions on several customers that are checked beforehand. A move is checked when its house is known. */
export const checkedActions = ['reminder', 'archive'] as const;
export type CheckedAction = (typeof checkedActions)[number];
