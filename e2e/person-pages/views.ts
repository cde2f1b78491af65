/** A width of the window and the colours of the pages. */
export type View = { width: 1440 | 390 | 320; colorScheme: 'light' | 'dark' };

/** Every width in both themes, with one change from each view to the next. */
export const views: readonly View[] = [
  { width: 1440, colorScheme: 'light' },
  { width: 390, colorScheme: 'light' },
  { width: 320, colorScheme: 'light' },
  { width: 320, colorScheme: 'dark' },
  { width: 390, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'dark' },
];

/** The views in which a questionnaire is shown in short pages. */
export const narrowViews = views.filter(({ width }) => width < 1024);
