import type { FhirResource } from 'fhir/r4';
import { capabilityStatementOf } from '../../../domain/fhir/capabilities.ts';
import {
  codeSystemsOf,
  publishedQuestionnaire,
  structureDefinitionsOf,
} from '../../../domain/fhir/published.ts';
import { catalogue } from '../../../domain/i18n/catalogue.ts';
import { translatorOf } from '../../../domain/i18n/translator.ts';
import type { Config } from '../../config.ts';

/** Returns every published definition as JSON, by its path below `/fhir`, such as `CodeSystem/answers`. */
export function publishedDefinitions({ publicUrl, company }: Config): ReadonlyMap<string, string> {
  const publisher = {
    baseUrl: publicUrl,
    name: company.name,
    t: { en: translatorOf('en', catalogue.en), zh: translatorOf('zh', catalogue.zh) },
  };
  const resources: FhirResource[] = [
    ...codeSystemsOf(publisher),
    ...structureDefinitionsOf(publisher),
    publishedQuestionnaire(publisher),
  ];
  return new Map([
    ['metadata', JSON.stringify(capabilityStatementOf(publisher))],
    ...resources.map(
      (resource) => [`${resource.resourceType}/${resource.id}`, JSON.stringify(resource)] as const,
    ),
  ]);
}
