import type { Role } from '../../../domain/access/access.ts';
import type { Config } from '../../config.ts';

/** Whether somebody of this role who has no second step must set one up before anything else: staff in production (D-12). */
export function isSecondStepDue(
  { environment }: Pick<Config, 'environment'>,
  role: Role,
  on: boolean,
): boolean {
  return environment === 'prod' && role !== 'user' && !on;
}
