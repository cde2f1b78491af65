import type { Services, Tx } from '../../../pipeline/context.ts';
import { type Acp, findSignature, findWithoutPicture, pngOf } from '../../acp/api.ts';

/** The place of a signature: its own row, or the answers of a plan that the previous release stored. */
type Place = { signatureId: string } | { acpId: string };

/** Returns the first twelve digits of an id, which distinguish one person's signatures. */
const short = (id: string) => id.replaceAll('-', '').slice(0, 12);

/**
 * Collects the signature pictures of a copy: each is a separate file, to which every version of the plan with it refers. Only
 * their names are kept in memory: two hundred pictures would need too much.
 */
export function signatureFiles(tx: Tx, services: Pick<Services, 'keyring'>) {
  const places = new Map<string, Place>();

  /** Returns the plan with the name of the file in place of the picture. */
  function named<Plan extends Pick<Acp, 'id' | 'signature_id' | 'answers'>>(plan: Plan): Plan {
    const { id, signature_id, answers } = plan;
    if (signature_id === null && !answers.signatureImage?.startsWith('data:')) return plan;
    const signatureImage = `signature-${short(signature_id ?? id)}.png`;
    places.set(signatureImage, signature_id === null ? { acpId: id } : { signatureId: signature_id });
    return { ...plan, answers: { ...answers, signatureImage } };
  }

  async function pictureAt(place: Place): Promise<string | null> {
    if ('signatureId' in place) return findSignature(tx, services, place.signatureId);
    const acp = await findWithoutPicture(tx, services, place.acpId);
    return acp?.answers.signatureImage ?? null;
  }

  /** Yields the files that were named, one at a time. */
  async function* files(): AsyncGenerator<{ name: string; content: Buffer }> {
    for (const [name, place] of places) {
      const picture = await pictureAt(place);
      // Content that is no picture is added as it is stored, so that no data of a person is left out.
      if (picture !== null) yield { name, content: pngOf(picture) ?? Buffer.from(picture) };
    }
  }

  return { named, files };
}

export type SignatureFiles = ReturnType<typeof signatureFiles>;
