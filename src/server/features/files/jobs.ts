import type { Events } from '../../../domain/events.ts';
import { byDatabaseClock } from '../../db/clock.ts';
import { ownContext } from '../../pipeline/own-context.ts';
import type { Handler } from '../../jobs/task.ts';
import { removeUnowned } from './objects-store.ts';
import { finishFileCheck } from './scanning/later-check.ts';

/** Deletes the objects of deleted files. Retried while the store is unavailable. */
export const removeFileBytes: Handler<unknown> = async (_, { services }) => {
  await removeUnowned(services);
};

/** Checks an upload again for which the virus scanner gave no verdict in time. Retried until there is a verdict. */
export const checkFile: Handler<Events['file.check-due']> = async ({ file_id }, { services }) => {
  await finishFileCheck.call(ownContext(await byDatabaseClock(services)), { id: file_id });
};
