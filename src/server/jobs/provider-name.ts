import type { JobContext } from './task.ts';

/** Returns the name of a provider; the company's name for a person without a provider. */
export const providerName = async ({ services }: JobContext, providerId: string | null): Promise<string> => {
  const row =
    providerId === null
      ? undefined
      : await services.db
          .selectFrom('providers')
          .select('name')
          .where('id', '=', providerId)
          .executeTakeFirst();
  return row?.name ?? services.config.company.name;
};
