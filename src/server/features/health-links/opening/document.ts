import { CompactEncrypt } from 'jose';
import { fhirFile, type FoundFhir } from '../../acp/api.ts';
import type { Services } from '../../../pipeline/context.ts';
import { concurrencyByKey } from '../../../pipeline/limits/concurrency-by-key.ts';
import type { OpenLink } from './opening-store.ts';

/** Type of the document in a manifest. Without the optional `fhirVersion`, which strict readers refuse. */
export const contentType = 'application/fhir+json';

/** One process typesets all PDFs, so one link cannot fill its queue. */
const ofLink = concurrencyByKey({ atOnce: 2, waitingAtMost: 6 });

/**
 * Returns a plan with its PDF as a FHIR document, encrypted with the key of the link: JWE `dir` with A256GCM and a new IV.
 * @throws AppError `unavailable` when too many wait
 */
export const encryptedDocument = (services: Services, link: OpenLink, plan: FoundFhir): Promise<string> =>
  ofLink(link.id, async () => {
    const pdf = await services.makePdf(plan.document);
    return new CompactEncrypt(Buffer.from(fhirFile(plan, pdf)))
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', cty: contentType })
      .encrypt(Buffer.from(link.secrets.key, 'base64url'));
  });
