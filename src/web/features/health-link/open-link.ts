import { readPayload } from '../../../domain/health-links/shlink.ts';
import { request } from '../../api/call.ts';
import { bytesOf, decryptJwe, textOfBytes } from './document/jwe.ts';
import { readerPlanOf, type ReaderPlan } from './document/reader-plan.ts';

/** A link of this site: where its manifest is, and the key of its document. */
export type OwnLink = NonNullable<ReturnType<typeof readPayload>>;

/** Result of reading the address of the page. */
export type FoundLink = { link: OwnLink } | { problem: 'noLink' | 'otherSite' };

/** Reads the link after the `#` of the address. It is never sent anywhere. */
export function linkIn(encoded: string | null, origin: string): FoundLink {
  if (encoded === null) return { problem: 'noLink' };
  try {
    const link = readPayload(JSON.parse(textOfBytes(bytesOf(encoded))), origin);
    return link ? { link } : { problem: 'otherSite' };
  } catch {
    return { problem: 'noLink' };
  }
}

/** Result of a try to open a link; `left` is the number of tries that are left. */
export type Opened =
  | { kind: 'plan'; plan: ReaderPlan }
  | { kind: 'wrong'; left: number }
  | { kind: 'dead' | 'busy' | 'down' | 'broken' | 'insecure' };

/** Far above the length of a document, so that one request is enough. */
const embeddedLengthMax = 20_000_000;

/** Opens a link with its passcode: loads the document and decrypts it in this browser. Never throws. */
export async function openLink(
  { path, key }: OwnLink,
  { passcode, recipient }: { passcode: string; recipient: string },
): Promise<Opened> {
  if (!globalThis.crypto?.subtle) return { kind: 'insecure' };
  try {
    const response = await request(path, {
      method: 'POST',
      credentials: 'omit',
      cache: 'no-store',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ recipient, passcode, embeddedLengthMax }),
    });
    const { status } = response;
    if (status === 401) return { kind: 'wrong', left: Number((await response.json()).remainingAttempts) };
    if (status === 404) return { kind: 'dead' };
    if (status === 429) return { kind: 'busy' };
    if (!response.ok) return { kind: 'down' };
    const { files } = await response.json();
    return await planIn(String(files[0].embedded), key);
  } catch {
    return { kind: 'down' };
  }
}

const planIn = (jwe: string, key: string): Promise<Opened> =>
  decryptJwe(jwe, key).then(
    (json) => {
      try {
        return { kind: 'plan', plan: readerPlanOf(json) } as const;
      } catch {
        return { kind: 'broken' } as const;
      }
    },
    () => ({ kind: 'broken' }) as const,
  );
