/** Number of roots on a page of the tree (GAP-89). */
export const rootsAPage = 10;

/**
 * Maximum number of sub-providers of one provider shown in the tree together. The view of one branch has all of them, in pages.
 */
export const mostBeside = 50;

/** Maximum number of rows of the tree, levels near the top first. */
export const mostRows = 300;

/** Maximum number of open providers, in addition to those that opening all levels opens. */
export const mostOpen = 50;
