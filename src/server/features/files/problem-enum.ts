import { checkProblems } from '../../../domain/files/check-problems.ts';
import { builder } from '../../graphql/builder.ts';

/** Why a check refused a file. */
export const FileProblem = builder.enumType('FileProblem', { values: checkProblems });
