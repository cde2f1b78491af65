import type { Bundle } from 'fhir/r4';
import { makeLink, ownerOf, revoke } from '../../../src/server/features/health-links/health-links.fixture.ts';
import type { TestApp } from '../../../testing/start-app.ts';
import type { ClientReading } from './interface.ts';

/** The part of kill-the-clipboard that opens links. */
export type Reader = {
  SHLViewer: new (options: { shlinkURI: string }) => {
    resolveSHL(asked: {
      recipient: string;
      passcode?: string;
      embeddedLengthMax?: number;
    }): Promise<{ fhirResources: unknown[]; smartHealthCards: unknown[] }>;
  };
};

const recipient = 'Brookside Clinic';

/** Opens a link with its passcode. */
export const openLink = ({ SHLViewer }: Reader, link: { address: string; passcode: string }) =>
  new SHLViewer({ shlinkURI: link.address }).resolveSHL({
    recipient,
    passcode: link.passcode,
    embeddedLengthMax: 5_000_000,
  });

/** Fields of the PDF in a document that differ at each request, because the PDF contains the time. */
const ofPdf = new Set(['data', 'size', 'hash']);

const withoutPdf = (resources: readonly unknown[]): string =>
  JSON.stringify(resources, (key, value: unknown) => (ofPdf.has(key) ? undefined : value));

/** Returns the name of the reader's error for a call that must fail; what it returned otherwise. */
const refusalOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    (opened) => `opened ${JSON.stringify(opened).slice(0, 100)}`,
    (error: Error) => error.constructor.name,
  );

/**
 * Opens links of a server with a third-party reader. Returns the steps that passed, and the actual result of the first one that failed.
 */
export async function openLinks(app: TestApp, { SHLViewer }: Reader): Promise<ClientReading> {
  const { client } = await ownerOf(app);
  const link = await makeLink(client);
  const viewer = new SHLViewer({ shlinkURI: link.address });
  const { passcode } = link;
  const open = (embeddedLengthMax: number) => viewer.resolveSHL({ recipient, passcode, embeddedLengthMax });
  const summaryOf = async () => {
    const { fhirResources, smartHealthCards } = await open(5_000_000);
    const [document] = fhirResources as Bundle[];
    return [fhirResources.length, smartHealthCards.length, document?.resourceType, document?.type];
  };
  const isSame = async () => {
    const [one, other] = [await open(5_000_000), await open(0)];
    return withoutPdf(one.fhirResources) === withoutPdf(other.fhirResources);
  };
  const steps: readonly (readonly [string, () => Promise<unknown>, unknown])[] = [
    ['opens the link, with the document in the manifest', summaryOf, [1, 0, 'Bundle', 'document']],
    ['opens it by location, with the same document except for the PDF', isSame, true],
    [
      'gets an error of its own for a wrong passcode',
      () => refusalOf(viewer.resolveSHL({ recipient, passcode: '00000000' })),
      'SHLInvalidPasscodeError',
    ],
    [
      'gets an error of its own for a revoked link',
      () => revoke(client, link.id).then(() => refusalOf(open(0))),
      'SHLManifestNotFoundError',
    ],
  ];
  const right: string[] = [];
  for (const [step, ask, wanted] of steps) {
    const [found, expected] = [JSON.stringify(await ask()), JSON.stringify(wanted)];
    if (found !== expected) return { steps: right, problem: `${step}: ${found} instead of ${expected}` };
    right.push(step);
  }
  return { steps: right, problem: null };
}
