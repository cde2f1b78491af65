import { createHash } from 'node:crypto';
import type { Section } from '../../src/domain/questionnaire/reading/present.ts';
import { place } from '../../src/server/db/sealing/sealed-columns.ts';
import type { FrozenWords } from '../../src/server/features/acp/versions/frozen-words.ts';
import type { Services } from '../../src/server/pipeline/context.ts';

/** Texts of an earlier definition: all are marked, so that they cannot be confused with the current ones. */
export const marked = (sections: readonly Section[]): Section[] =>
  sections.map((section) => ({
    ...section,
    title: `Then: ${section.title}`,
    rows: section.rows.map((row) => ({
      ...row,
      title: `Then: ${row.title}`,
      lines: row.lines.map((line) => `Then: ${line}`),
    })),
  }));

/** Gives a plan the texts and the version of an earlier definition, as it would be stored after an update of the product. */
export async function signBefore(
  { db, keyring }: Pick<Services, 'db' | 'keyring'>,
  acpId: string,
  words: FrozenWords,
): Promise<void> {
  const text = JSON.stringify(words);
  await db
    .updateTable('acps')
    .set({
      definition_version: 0,
      snapshot_sealed: keyring.seal(place('acps', 'snapshot_sealed', acpId), text),
      snapshot_sha256: createHash('sha256').update(text, 'utf8').digest(),
    })
    .where('id', '=', acpId)
    .execute();
}
