import type { Bundle, FhirResource } from 'fhir/r4';
import { planBundle } from '../../src/domain/fhir/bundle.ts';
import { translators } from '../../src/domain/i18n/translators.ts';
import { capabilityStatementOf } from '../../src/domain/fhir/capabilities.ts';
import { documentFacts, noted, onBehalf } from '../../src/domain/fhir/document.fixture.ts';
import type { DocumentFacts } from '../../src/domain/fhir/facts.ts';
import {
  codeSystemsOf,
  publishedQuestionnaire,
  structureDefinitionsOf,
} from '../../src/domain/fhir/published.ts';
import { completeAnswers } from '../../src/domain/questionnaire/answers.fixture.ts';
import { treatmentOptions } from '../../src/domain/questionnaire/questions/options.ts';
import { present } from '../../src/domain/questionnaire/reading/present.ts';
import { fullAnswers, fullAnswersZh, signingAnswers } from '../../src/server/demo/demo-answers.ts';

const publisher = { baseUrl: documentFacts().baseUrl, name: 'Wattle', t: translators };

/** Returns the definitions that the validator needs, by file name. */
export const publishedFiles = (): Record<string, FhirResource> =>
  Object.fromEntries(
    [
      ...codeSystemsOf(publisher),
      ...structureDefinitionsOf(publisher),
      publishedQuestionnaire(publisher),
    ].map((resource) => [`${resource.resourceType}-${resource.id}`, resource]),
  );

/**
 * Returns the definitions that are validated themselves. Definitions of extensions are excluded, because the
 * validator would have to download another package for their snapshots. It uses them for the documents.
 */
export const validatedDefinitions = (): Record<string, FhirResource> => ({
  ...Object.fromEntries(
    Object.entries(publishedFiles()).filter(([, { resourceType }]) => resourceType !== 'StructureDefinition'),
  ),
  CapabilityStatement: capabilityStatementOf(publisher),
});

const refusable = treatmentOptions.filter(({ exclusive }) => !exclusive).map(({ value }) => value);

/** Returns a document of each kind, by name. */
export async function goldenDocuments(): Promise<Record<string, Bundle>> {
  const signing = await signingAnswers('Margaret Doyle', 1);
  const english = { ...fullAnswers(), ...signing };
  const frozen = present(completeAnswers(), { t: translators.en, voice: { kind: 'self' } });
  const frozenZh = present(completeAnswers(), { t: translators.zh, voice: { kind: 'self' } });
  const plans: Record<string, Partial<DocumentFacts>> = {
    english: { answers: english },
    chinese: { answers: { ...fullAnswersZh(), ...signing, confirmName: '陈林美' }, language: 'zh' },
    'on-behalf': { answers: { ...english, confirmName: 'Tom Li' }, owner: onBehalf },
    'on-behalf-chinese': { answers: english, owner: onBehalf, language: 'zh' },
    'nothing-refused': { answers: completeAnswers() },
    'all-refused': { answers: { ...english, treatmentsSelected: refusable } },
    condition: {
      answers: {
        ...english,
        cprStopBreathing: english.cprStopBreathing ?? '',
        cprCatastrophic: 'only if minimum quality of life is expected',
      },
    },
    notes: { answers: noted() },
    'ten-thousand-characters': {
      answers: {
        ...english,
        explanations: '长 & <b>'.repeat(1_428),
        otherCommentsOrWorries: 'x'.repeat(10_000),
      },
    },
    'older-version': {
      answers: english,
      definitionVersion: 0,
      signed: { language: 'en', sections: frozen },
    },
    'older-version-chinese-only': {
      answers: english,
      language: 'zh',
      definitionVersion: 0,
      signed: { language: 'zh', sections: frozenZh },
    },
    changed: { answers: english, version: 3, changedAt: '2026-11-23T01:02:03.000Z' },
    replaced: { answers: english, version: 2, replaced: { by: 3, on: '2026-11-24' } },
    'other-record': { answers: english, ofOtherRecord: true },
    'no-contacts-no-number': { answers: english, contacts: [], medicare: null },
    'hostile-characters': {
      answers: {
        ...english,
        explanations: 'a\u0000b\uD800c\u202Ed</div><script>',
        cannotSee_note: '\u0007&#0;',
      },
    },
    unanswered: { answers: {} },
  };
  return Object.fromEntries(
    Object.entries(plans).map(([name, facts]) => [name, planBundle(documentFacts(facts))]),
  );
}
