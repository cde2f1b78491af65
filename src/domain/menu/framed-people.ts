/**
 * Whom the first frame of a page is for, which the build renders and the server sends before the script: a visitor, a customer who has
 * signed a plan, or one who has not. The frames of other people are not rendered.
 */
export const framedPeople = ['visitor', 'signed', 'writing'] as const;
export type FramedPerson = (typeof framedPeople)[number];
