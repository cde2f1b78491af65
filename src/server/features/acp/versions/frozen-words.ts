import { createHash } from 'node:crypto';
import type { Language } from '../../../../domain/i18n/texts.ts';
import {
  isWordedAsSigned,
  type Section,
  type StoredPlan,
} from '../../../../domain/questionnaire/reading/present.ts';
import { place } from '../../../db/sealing/sealed-columns.ts';
import type { Services, Tx } from '../../../pipeline/context.ts';

type Sealing = Pick<Services, 'keyring'>;

/**
 * Returns a plan with its signed texts, if only these show its content; they are read from the database only then.
 * @throws Error if their SHA-256 is not the stored one
 */
export async function withSignedWords<Plan extends Omit<StoredPlan, 'signed_sections'> & { id: string }>(
  tx: Tx,
  services: Sealing,
  plan: Plan,
): Promise<Plan & StoredPlan> {
  return {
    ...plan,
    signed_sections: isWordedAsSigned(plan) ? await getFrozenSections(tx, services, plan.id) : null,
  };
}

/**
 * Returns the plan for a reader of one language: with the signed texts in that language, if they were stored in it too.
 * `words_in` is their language.
 */
export async function withSignedWordsIn<
  Plan extends Omit<StoredPlan, 'signed_sections'> & { id: string; language: Language },
>(
  tx: Tx,
  services: Sealing,
  plan: Plan,
  language: Language,
): Promise<Plan & StoredPlan & { words_in: Language }> {
  if (!isWordedAsSigned(plan)) return { ...plan, signed_sections: null, words_in: plan.language };
  const { twin, ...own } = await getFrozenWords(tx, services, plan.id);
  const words = twin?.language === language ? twin : own;
  return { ...plan, signed_sections: words.sections, words_in: words.language };
}

/** Returns the rows of a signed plan as they were shown at signing; see `getFrozenWords`. */
export const getFrozenSections = async (tx: Tx, services: Sealing, acpId: string): Promise<Section[]> =>
  (await getFrozenWords(tx, services, acpId)).sections;

/** Rows in the language of the signature, and in English if that is another language and they were stored. */
type WordsIn = { language: 'en' | 'zh'; sections: Section[] };
export type FrozenWords = WordsIn & { twin?: WordsIn };

/**
 * Returns the texts of a signed plan as they were shown at signing.
 * @throws Error if their SHA-256 is not the stored one
 */
export async function getFrozenWords(tx: Tx, { keyring }: Sealing, acpId: string): Promise<FrozenWords> {
  const row = await tx
    .selectFrom('acps')
    .select(['snapshot_sealed', 'snapshot_sha256'])
    .where('id', '=', acpId)
    .executeTakeFirstOrThrow();
  if (!row.snapshot_sealed || !row.snapshot_sha256) throw new Error('The plan has no signed rows');
  const text = keyring.open(place('acps', 'snapshot_sealed', acpId), row.snapshot_sealed);
  if (!createHash('sha256').update(text, 'utf8').digest().equals(row.snapshot_sha256))
    throw new Error('The signed rows were changed');
  return JSON.parse(text) as FrozenWords;
}

/** Returns the frozen texts of a signed state, with their SHA-256; null if there are none. */
export async function findSnapshot(
  tx: Tx,
  { keyring }: Sealing,
  acpId: string,
): Promise<{ text: string; sha256: Buffer } | null> {
  const { snapshot_sealed, snapshot_sha256 } = await tx
    .selectFrom('acps')
    .select(['snapshot_sealed', 'snapshot_sha256'])
    .where('id', '=', acpId)
    .executeTakeFirstOrThrow();
  if (!snapshot_sealed || !snapshot_sha256) return null;
  const text = keyring.open(place('acps', 'snapshot_sealed', acpId), snapshot_sealed);
  return { text, sha256: snapshot_sha256 };
}
