import { removeUnowned } from '../../features/files/api.ts';
import type { Handler } from './person-mail.ts';

/** Deletes the objects of deleted files. Retried while the store is unavailable. */
export const removeFileBytes: Handler<unknown> = async (_, { services }) => {
  await removeUnowned(services);
};
