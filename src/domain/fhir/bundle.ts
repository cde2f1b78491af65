import type { Bundle } from 'fhir/r4';
import { compositionOf } from './parts/composition.ts';
import type { DocumentFacts } from './facts.ts';
import { observationParts } from './parts/observations.ts';
import { documentReferenceOf, provenanceParts, versionIdentifier } from './parts/papers.ts';
import { peopleParts } from './parts/people.ts';
import { responseOf } from './parts/questionnaire.ts';
import { writingOf, type Part } from './parts/writing.ts';

/**
 * Returns a signed version of a plan as a FHIR R4 document. The same facts always give the same document. It says no more than
 * the person did: no refusal is coded as a request, no unanswered question is left out, no contact is called appointed, and a
 * plan is not called a directive.
 */
export function planBundle(facts: DocumentFacts): Bundle {
  const writing = writingOf(facts);
  const others: Part[] = [
    ...peopleParts(writing),
    ...observationParts(writing),
    { key: 'answers', resource: responseOf(writing) },
    { key: 'paper', resource: documentReferenceOf(writing) },
    ...provenanceParts(writing),
  ];
  const parts = [{ key: 'composition', resource: compositionOf(writing, others) }, ...others];
  return {
    resourceType: 'Bundle',
    id: writing.idOf('bundle'),
    identifier: versionIdentifier(writing, writing.facts.version),
    type: 'document',
    timestamp: writing.at,
    entry: parts.map(({ key, resource }) => ({ fullUrl: `urn:uuid:${writing.idOf(key)}`, resource })),
  };
}
