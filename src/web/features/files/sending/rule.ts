import type { FileCategory } from '../../../../domain/files/categories.ts';
import { contentFits, headBytes } from '../../../../domain/files/content.ts';
import { problemOfFileName } from '../../../../domain/files/file-name.ts';
import { isTypeOf, problemsOfFile, typeOfName } from '../../../../domain/files/file-types.ts';
import { filesAtOnce } from '../../../../domain/files/limits.ts';
import type { ChoosingRule } from './choose.ts';

/** Returns the rules for the files of a category (GAP-62). `types` returns its types in words. */
export function ruleOf(category: FileCategory, types: () => string): ChoosingRule {
  return {
    maxCount: filesAtOnce[category],
    problemOf({ name, size }) {
      if (!problemOfFileName(name) && !isTypeOf(category, name))
        return { field: 'file', message: 'error.notSupported', params: { file: name, types: types() } };
      return problemsOfFile({ category, file_name: name, size })[0];
    },
    async problemOfContent(file) {
      const type = typeOfName(file.name);
      const head = await headOf(file);
      if (!head) return { field: 'file', message: 'error.fileValidation' };
      if (type && contentFits(type.kind, head)) return undefined;
      return { field: 'file', message: 'error.file.contentDiffers', params: { types: types() } };
    },
  };
}

/**
 * Returns the first bytes of a file; undefined if it can no longer be read, for example because it was moved or changed after it
 * was chosen.
 */
async function headOf(file: Blob): Promise<Uint8Array | undefined> {
  try {
    return new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  } catch {
    return undefined;
  }
}
