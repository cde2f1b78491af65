import { removeUnowned } from '../../features/files/api.ts';
import type { Handler } from './person-mail.ts';

/** Removes the bytes of files that are gone. While the store is away it is tried again. */
export const removeFileBytes: Handler<unknown> = async (_, { services }) => {
  await removeUnowned(services);
};
