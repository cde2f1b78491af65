import type { Services, Tx } from '../../../pipeline/context.ts';
import { type Acp, findSignature, findWithoutPicture, pngOf } from '../../acp/api.ts';

/** The place of a signature: its own row, or the answers of a plan that the previous release stored. */
type Place = { signatureId: string } | { acpId: string };

/** The first twelve digits of an id, which tell one person's signatures apart. */
const short = (id: string) => id.replaceAll('-', '').slice(0, 12);

/**
 * Signature pictures of a copy: each is a file of its own, which every version of the plan that shows it names. Only their names are
 * held: two hundred pictures weigh more than a process should grow by.
 */
export function signatureFiles(tx: Tx, services: Pick<Services, 'keyring'>) {
  const places = new Map<string, Place>();

  /** The plan with the name of the file in place of the picture. */
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

  /** The files that were named, one at a time. */
  async function* files(): AsyncGenerator<{ name: string; content: Buffer }> {
    for (const [name, place] of places) {
      const picture = await pictureAt(place);
      // What is no picture is handed over as it is kept: nothing of a person is left out.
      if (picture !== null) yield { name, content: pngOf(picture) ?? Buffer.from(picture) };
    }
  }

  return { named, files };
}

export type SignatureFiles = ReturnType<typeof signatureFiles>;
