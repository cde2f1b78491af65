import type { FileCategory } from '../../../../domain/files/categories.ts';
import { isTypeOf, problemsOfFile } from '../../../../domain/files/file-types.ts';
import { filesAtOnce } from '../../../../domain/files/limits.ts';
import { problemOfFileName } from '../../../../domain/files/file-name.ts';
import type { Translate } from '../../../../domain/i18n/texts.ts';
import type { ChoosingRule } from './choose.ts';

/** What the dialog of a category takes. `types` names its types in words (GAP-62). */
export function ruleOf(category: FileCategory, types: string): ChoosingRule {
  return {
    maxCount: filesAtOnce[category],
    problemOf({ name, size }) {
      if (!problemOfFileName(name) && !isTypeOf(category, name))
        return { field: 'file', message: 'error.notSupported', params: { file: name, types } };
      return problemsOfFile({ category, file_name: name, size })[0];
    },
  };
}

/** The words for the types of a category. */
export const typesWords = (t: Translate, category: FileCategory): string => t(`upload.types.${category}`);
