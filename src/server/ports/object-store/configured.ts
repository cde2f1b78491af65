import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { dataFolderStore, isFolderEmpty } from './data-folder.ts';
import type { ObjectStore } from './port.ts';

/** Creates the configured store of uploaded files. Loads the S3 library only if it is used. */
export async function configuredStore({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<ObjectStore> {
  if (!s3) return dataFolderStore(join(dataDir, 'files'));
  const { s3Store } = await import('./s3.ts');
  return s3Store(s3);
}

/** Whether the configured store contains no object at all. @throws ObjectStoreError */
export async function isStoreEmpty({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<boolean> {
  if (!s3) return isFolderEmpty(join(dataDir, 'files'));
  const { isBucketEmpty } = await import('./s3.ts');
  return isBucketEmpty(s3);
}
