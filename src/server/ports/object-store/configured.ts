import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { dataFolderStore, isFolderEmpty } from './data-folder.ts';
import type { ObjectStore } from './port.ts';

/** The store of uploaded files that the configuration names. The library that speaks S3 is loaded where it is used. */
export async function configuredStore({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<ObjectStore> {
  if (!s3) return dataFolderStore(join(dataDir, 'files'));
  const { s3Store } = await import('./s3.ts');
  return s3Store(s3);
}

/** Whether the store that the configuration names holds no object at all. @throws ObjectStoreError */
export async function isStoreEmpty({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<boolean> {
  if (!s3) return isFolderEmpty(join(dataDir, 'files'));
  const { isBucketEmpty } = await import('./s3.ts');
  return isBucketEmpty(s3);
}
