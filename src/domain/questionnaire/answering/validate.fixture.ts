import { draftProblems } from './validate.ts';

/** Day in Melbourne on which the tests check answers. */
export const today = '2026-11-21';

/** Returns the errors of a draft, as 'field: message'. */
export const drafts = (answers: unknown) =>
  draftProblems(answers).map(({ field, message }) => `${field}: ${message}`);
