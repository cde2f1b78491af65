import type { Bundle, Resource } from 'fhir/r4';
import { makeLink, ownerOf } from '../../../src/server/features/health-links/health-links.fixture.ts';
import type { TestApp } from '../../../testing/start-app.ts';
import type { ClientReading } from './interface.ts';
import { openLink, type Reader } from './link-reader.ts';

/** The parts of `@medplum/core` that read links and check resources. The second throws if a resource has an error. */
type Core = {
  parseSmartHealthLink: (address: string) => { url?: string; key?: string; flag?: string; exp?: number };
  validateResource: (resource: Resource) => { severity?: string }[];
  indexStructureDefinitionBundle: (definitions: unknown) => void;
};
type Definitions = { readJson: (name: string) => unknown };

/** Definitions of FHIR R4 that the check needs. */
const definitionFiles = ['fhir/r4/profiles-types.json', 'fhir/r4/profiles-resources.json'] as const;

/**
 * Reads a link of a server, and checks its document and all golden documents, with the library of another FHIR server. Returns the steps
 * that passed, and the actual result of the first one that failed.
 */
export async function readWithMedplum(
  app: TestApp,
  golden: Readonly<Record<string, object>>,
  load: { core: Core; definitions: Definitions; viewer: Reader },
): Promise<ClientReading> {
  const { core, definitions, viewer } = load;
  for (const name of definitionFiles) core.indexStructureDefinitionBundle(definitions.readJson(name));
  const problemOf = (resource: object): string | null => {
    try {
      const worst = core.validateResource(resource as Resource).find(({ severity }) => severity === 'error');
      return worst === undefined ? null : JSON.stringify(worst);
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };
  const { client } = await ownerOf(app);
  const link = await makeLink(client);
  const steps: string[] = [];
  const { url = '', key = '', flag = '', exp = 0 } = core.parseSmartHealthLink(link.address);
  const isRight =
    url.startsWith(app.url) && /^[\w-]{43}$/.test(key) && flag.includes('P') && exp * 1_000 > Date.now();
  if (!isRight) return { steps, problem: `the link was read as ${JSON.stringify({ url, flag, exp })}` };
  steps.push('reads the address, the key, the flag of the passcode and the expiry of a link');
  const { fhirResources } = await openLink(viewer, link);
  const [document] = fhirResources as Bundle[];
  const documents = { 'the document of the link': document ?? {}, ...golden };
  for (const [name, each] of Object.entries(documents)) {
    const problem = problemOf(each);
    if (problem !== null) return { steps, problem: `${name}: ${problem}` };
  }
  steps.push(`accepts the document of the link and ${Object.keys(golden).length} golden documents`);
  const damaged = { ...document, unknown: true };
  if (problemOf(damaged) === null) return { steps, problem: 'an unknown element was accepted' };
  steps.push('refuses a document with an unknown element');
  return { steps, problem: null };
}
