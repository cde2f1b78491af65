import { describe, expect, it } from 'vitest';
import { translators } from '../i18n/translators.ts';
import { noted, onBehalf, resourcesOf } from './document.fixture.ts';
import { planBundle } from './bundle.ts';
import { documentFacts } from './document.fixture.ts';
import { capabilityStatementOf } from './capabilities.ts';
import { codeSystemsOf, publishedQuestionnaire, structureDefinitionsOf } from './published.ts';

const publisher = { baseUrl: 'https://wattle.example', name: 'Wattle', t: translators };

describe('published definitions', () => {
  it('contain every code and extension of our own that documents use, and each code once [X-01]', () => {
    const known = new Map(
      codeSystemsOf(publisher).map(({ url, concept = [] }) => [url, concept.map(({ code }) => code)]),
    );
    for (const codes of known.values()) expect(new Set(codes).size).toBe(codes.length);
    const extensions = structureDefinitionsOf(publisher).map(({ url }) => url);
    let checked = 0;
    const check = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      const { system, code, url } = value as Record<string, string | undefined>;
      if (system?.startsWith(publisher.baseUrl)) {
        expect(known.get(system)).toContain(code);
        checked += 1;
      }
      if (url?.startsWith(`${publisher.baseUrl}/fhir`)) expect(extensions).toContain(url);
      Object.values(value).forEach(check);
    };
    for (const owner of [documentFacts().owner, onBehalf])
      check(planBundle(documentFacts({ answers: noted(), owner })));
    expect(checked).toBeGreaterThan(100);
  });

  it('name a treatment without a refusal in its name, because the code is also used with "not refused" [X-01]', () => {
    const treatments = codeSystemsOf(publisher).find(({ id }) => id === 'treatments');
    expect(treatments?.concept).toHaveLength(7);
    for (const { display } of treatments?.concept ?? []) expect(display).not.toMatch(/not want|refuse/);
  });

  it('have the question of each stored answer, with the stored values of its options [X-01]', () => {
    const items = new Map(publishedQuestionnaire(publisher).item?.map((item) => [item.linkId, item]));
    for (const { linkId, answer = [] } of resourcesOf('QuestionnaireResponse', { answers: noted() })[0]
      ?.item ?? []) {
      const options = items.get(linkId)?.answerOption?.map(({ valueString }) => valueString);
      for (const { valueString } of answer) if (options) expect(options).toContain(valueString);
      expect(items.has(linkId)).toBe(true);
    }
    expect(items.has('signatureImage')).toBe(false);
    expect(items.get('other_qolList')?.enableWhen).toEqual([
      { question: 'minimumQolList', operator: '=', answerString: 'Other' },
    ]);
  });

  it('are all that the statement of capabilities offers without a token [X-03, X-06]', () => {
    const [rest] = capabilityStatementOf(publisher).rest ?? [];
    expect(
      rest?.resource?.map(({ type, interaction }) => [type, interaction?.map(({ code }) => code)]),
    ).toEqual([
      ['CodeSystem', ['read']],
      ['Questionnaire', ['read']],
      ['StructureDefinition', ['read']],
      ['Patient', ['read', 'search-type']],
      ['DocumentReference', ['read', 'search-type']],
      ['Composition', ['read']],
      ['Bundle', ['read']],
      ['Binary', ['read']],
      ['Consent', ['read', 'search-type']],
      ['Subscription', ['read', 'search-type']],
    ]);
  });
});
