import { draftProblems } from './validate.ts';

/** The day in Melbourne on which the tests check answers. */
export const today = '2026-11-21';

/** What is wrong with a draft, as 'field: message'. */
export const drafts = (answers: unknown) =>
  draftProblems(answers).map(({ field, message }) => `${field}: ${message}`);
