/**
 * Pages that customers can open without an agreement: a copy of their data and its deletion, and their plan to read, print and
 * download.
 */
export const openPages = { data: '/settings/privacy', plan: '/care-plan' } as const;

export type OpenPage = keyof typeof openPages;
