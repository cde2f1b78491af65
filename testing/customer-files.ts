import { sealFileKey } from '../src/server/features/files/bytes/content.ts';
import { newFileKey } from '../src/server/features/files/bytes/sealed-blocks.ts';
import type { Services } from '../src/server/pipeline/context.ts';

type Spec = {
  file_name?: string;
  category?: 'ACP' | 'ADDITIONAL_DOCUMENT' | 'WISHES';
  is_eol?: boolean;
  is_active?: boolean;
  added_by?: string;
  activated_timestamp?: Date;
  set_aside_at?: Date;
};

/** Inserts a stored file of a person directly into the database, without bytes. */
export async function insertFile(
  services: Services,
  userId: string,
  spec: Spec = {},
): Promise<{ id: string; key: string }> {
  const id = crypto.randomUUID();
  const key = crypto.randomUUID();
  const at = services.clock();
  await services.db
    .insertInto('files')
    .values({
      ...{ id, user_id: userId, category: 'ACP', file_name: 'directive.pdf', is_active: true, size: 0 },
      ...{ is_uploaded: true, uploaded_timestamp: at, activated_timestamp: at, s3_key: key },
      key_sealed: sealFileKey(services, id, newFileKey()),
      ...spec,
    })
    .execute();
  return { id, key };
}
