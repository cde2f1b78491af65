/** How many roots a page of the tree shows (GAP-89). */
export const rootsAPage = 10;

/** How many sub-providers of one provider stand in the tree at once. The branch by itself has all of them, in pages. */
export const mostBeside = 50;

/** How many rows the tree shows at most, levels near the top first. */
export const mostRows = 300;

/** How many providers may be open at once, besides those that opening all levels opens. */
export const mostOpen = 50;
