import type { Events } from '../../../domain/events.ts';
import type { TextParams } from '../../../domain/i18n/texts.ts';
import type { JobContext } from '../../jobs/task.ts';
import { findFacts, findLastDigits } from './api.ts';

/** Loads the last digits of the new number, for the notice. */
export const findChangedDigits = async (
  { services }: JobContext,
  { user_id, factor_id }: Events['account.phone-changed'],
): Promise<TextParams> => ({ last3: await findLastDigits(services.db, services, user_id, factor_id) });

/** Counts the recovery codes that are left, for the notice. */
export const countRecoveryCodes = async (
  { services }: JobContext,
  { user_id }: Events['account.recovery-used'],
): Promise<TextParams> => ({ count: (await findFacts(services.db, user_id)).recovery });
