import fc from 'fast-check';
import type { QuestionnaireResponse } from 'fhir/r4';
import { describe, expect, it } from 'vitest';
import { anyAnswers, completeAnswers } from '../questionnaire/answers.fixture.ts';
import { isAnswered, type AnswerKey, type Answers } from '../questionnaire/answers.ts';
import { normalise } from '../questionnaire/answering/normalise.ts';
import { present } from '../questionnaire/reading/present.ts';
import {
  familyValue,
  trialDefinition,
  trialKey,
  trialTranslators,
  withTrialAnswer,
} from '../questionnaire/trial.fixture.ts';
import { translators } from '../i18n/translators.ts';
import { noted, observationAbout, onBehalf, resourcesOf } from './document.fixture.ts';
import type { DocumentFacts } from './facts.ts';

const none = 'None of these';

/** Returns the stored answers that a response contains. */
function storedIn({ item = [] }: QuestionnaireResponse, lists: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    item.map(({ linkId, answer = [] }) => {
      const values = answer.map(({ valueString }) => valueString);
      return [linkId, lists.includes(linkId) ? values : values[0]];
    }),
  );
}

const lists = ['minimumQolList', 'treatmentsSelected', 'completeAll'];

describe('answers in the document of a plan', () => {
  it('come back out of the QuestionnaireResponse as they are stored, all but the picture of the signature [X-01]', () => {
    fc.assert(
      fc.property(anyAnswers, fc.constantFrom('en' as const, 'zh' as const), (any, language) => {
        const answers = normalise(any);
        const [response] = resourcesOf('QuestionnaireResponse', { answers, language });
        const { signatureImage: _, ...stored } = answers;
        const answered = Object.entries(stored).filter(([key]) => isAnswered(answers, key as AnswerKey));
        expect(storedIn(response!, lists)).toEqual(Object.fromEntries(answered));
      }),
    );
  });

  it('code a refusal of treatments as refused and never as a request, whatever was chosen [X-01]', () => {
    fc.assert(
      fc.property(anyAnswers, (any) => {
        const answers = normalise(any);
        const observation = observationAbout('treatmentsSelected', { answers });
        const components = observation?.component ?? [];
        const chosen = answers.treatmentsSelected ?? [];
        if (chosen.length === 0) {
          expect(observation?.dataAbsentReason?.coding?.[0]?.code).toBe('unknown');
          expect(components).toEqual([]);
          return;
        }
        expect(components).toHaveLength(7);
        const states = components.map(({ valueCodeableConcept }) => valueCodeableConcept?.coding?.[0]?.code);
        expect(states.filter((state) => state === 'refused')).toHaveLength(
          chosen.filter((value) => value !== none).length,
        );
        expect(states.every((state) => state === 'refused' || state === 'not-refused')).toBe(true);
        // LOINC's codes from 75787-2 on ask for treatments.
        expect(JSON.stringify(components)).not.toContain('loinc');
      }),
    );
  });

  it('name the refused treatments, and the others as not refused [X-01]', () => {
    const statesOf = (answers: Answers) =>
      observationAbout('treatmentsSelected', { answers })?.component?.map(
        ({ code, valueCodeableConcept }) => [code.coding?.[0]?.code, valueCodeableConcept?.text],
      );
    expect(statesOf({ ...completeAnswers(), treatmentsSelected: ['Kidney Machine'] })).toContainEqual([
      'treatmentsSelected.kidneyMachine',
      'Refused',
    ]);
    expect(statesOf(completeAnswers())?.map(([, state]) => state)).toEqual(Array(7).fill('Not refused'));
  });

  it('are one observation for each question about wishes, unanswered ones with the reason for the missing value [X-01]', () => {
    fc.assert(
      fc.property(anyAnswers, (any) => {
        const answers = normalise(any);
        const observations = resourcesOf('Observation', { answers });
        expect(observations).toHaveLength(26);
        for (const { code, dataAbsentReason, valueString, valueCodeableConcept, component } of observations) {
          const key = code.coding?.[0]?.code as AnswerKey;
          const hasValue = valueString ?? valueCodeableConcept ?? component;
          expect(dataAbsentReason === undefined).toBe(isAnswered(answers, key));
          expect(hasValue !== undefined).toBe(isAnswered(answers, key));
        }
      }),
    );
  });

  it('have the answer about CPR under its own code, with the condition of an answer that has one [X-01]', () => {
    const [minimum] = resourcesOf('Observation', { answers: completeAnswers() }).filter(
      ({ code }) => code.coding?.[0]?.code === 'minimumQolList',
    );
    const only = observationAbout('cprCatastrophic');
    expect(only?.valueCodeableConcept?.coding?.[0]?.code).toBe('cprCatastrophic.onlyIfMinimum');
    expect(only?.derivedFrom).toEqual([{ reference: `urn:uuid:${minimum?.id}` }]);
    expect(only?.extension?.[0]?.valueCodeableConcept?.text).toBe('Having independence');
    const refused = observationAbout('cprStopBreathing');
    expect(refused?.valueCodeableConcept).toMatchObject({
      coding: [{ code: 'cprStopBreathing.doNotWant' }],
      text: 'I do not want CPR',
    });
    expect(refused?.derivedFrom).toBeUndefined();
  });

  it('keep their notes in the same resource and in the same narrative [X-01]', () => {
    const answers = noted();
    const treatments = observationAbout('treatmentsSelected', { answers });
    expect(treatments?.note?.[0]?.text).toBe('For a day or two it is fine.');
    expect(treatments?.text?.div).toContain('For a day or two it is fine.');
    const [composition] = resourcesOf('Composition', { answers });
    const section = composition?.section?.find(({ title }) => title === 'CPR and treatments');
    expect(section?.text?.div).toContain('For a day or two it is fine.');
  });

  it('about states of health say beside each answer that they refuse nothing [X-01]', () => {
    const health = resourcesOf('Observation').filter(({ code }) =>
      code.coding?.some(({ code: loinc }) => loinc === '81378-2'),
    );
    expect(health).toHaveLength(16);
    for (const { text } of health) expect(text?.div).toContain('They do not refuse any treatment.');
  });

  it('of a plan in Chinese are in English first, with the signed Chinese, and words as typed [X-01] [D-37]', () => {
    const facts = {
      language: 'zh',
      answers: { ...noted(), explanations: '安安静静地走', cannotSee_note: '请读给我听' },
    } as const satisfies Partial<DocumentFacts>;
    const cpr = observationAbout('cprStopBreathing', facts);
    expect(cpr?.valueCodeableConcept?.text).toBe('I do not want CPR');
    expect(cpr?.valueCodeableConcept?._text?.extension?.[0]?.extension?.[1]?.valueString).toBe(
      translators.zh('cprStopBreathing.option.doNotWant'),
    );
    const words = observationAbout('explanations', facts);
    expect([words?.language, words?.valueString]).toEqual(['zh', '安安静静地走']);
    expect(observationAbout('cannotSee', facts)?.note?.[0]?.extension?.[0]?.valueCode).toBe('zh');
    expect(observationAbout('customsAndTraditions', facts)?.language).toBeUndefined();
    const [patient] = resourcesOf('Patient', facts);
    expect(patient?.communication?.[0]?.language.coding?.[0]?.code).toBe('zh');
    expect(patient?.communication?.[0]?.language.text).toContain('was not asked');
  });

  it('of one more question are in the document without another file [X-01] [R-20]', () => {
    const facts = {
      definition: trialDefinition,
      t: trialTranslators,
      answers: withTrialAnswer(completeAnswers()),
    };
    expect(observationAbout(trialKey, facts)?.valueString).toBe('My son Tom');
    const [response] = resourcesOf('QuestionnaireResponse', facts);
    expect(storedIn(response!, lists)).toMatchObject({
      [trialKey]: 'My son Tom',
      minimumQolList: ['Having independence', familyValue],
    });
    expect(response?.questionnaire).toMatch(new RegExp(`\\|${trialDefinition.version}$`));
    const [composition] = resourcesOf('Composition', facts);
    const section = composition?.section?.find(({ title }) => title?.startsWith('What matters'));
    expect(section?.text?.div).toContain('Who in my family matters most to me');
    expect(section?.entry).toContainEqual({
      reference: `urn:uuid:${observationAbout(trialKey, facts)?.id}`,
    });
  });

  it('of an earlier definition are the signed words and the stored answers, without observations [X-01]', () => {
    const sections = present(
      { ...completeAnswers(), firstName: 'Frozen' },
      { t: translators.en, voice: { kind: 'self' } },
    );
    const facts = {
      definitionVersion: 0,
      answers: { ...completeAnswers(), oldKey: 'kept' } as Answers,
      signed: { language: 'en', sections },
    } as const satisfies Partial<DocumentFacts>;
    expect(resourcesOf('Observation', facts)).toEqual([]);
    expect(JSON.stringify(resourcesOf('Composition', facts))).toContain('Frozen');
    const [response] = resourcesOf('QuestionnaireResponse', facts);
    expect(storedIn(response!, lists)).toMatchObject({ oldKey: 'kept', firstName: 'Margaret' });
    expect(response?.questionnaire).toBe('https://wattle.example/fhir/Questionnaire/advance-care-plan-0|0');
    expect(resourcesOf('DocumentReference', facts)).toHaveLength(1);
  });

  it('signed in Chinese only under an earlier definition are not translated [X-01]', () => {
    const sections = present(completeAnswers(), { t: translators.zh, voice: { kind: 'self' } });
    const [composition] = resourcesOf('Composition', {
      language: 'zh',
      signed: { language: 'zh', sections },
    });
    const cpr = composition?.section?.find(({ title }) => title === 'CPR and treatments')?.text?.div ?? '';
    expect(cpr).toContain(translators.en('pdf.oneLanguageOnly.zh'));
    expect(cpr).toContain(translators.zh('cprStopBreathing.option.doNotWant'));
    expect(cpr).not.toContain('I do not want CPR');
  });

  it('of a plan written on behalf of a person are by the recorder, in the words of that voice [X-01]', () => {
    const facts = { owner: onBehalf, answers: { ...completeAnswers(), confirmName: 'Tom Li' } };
    const recorder = resourcesOf('RelatedPerson', facts).find(({ name }) => name?.[0]?.text === 'Tom Li');
    const author = { reference: `urn:uuid:${recorder?.id}` };
    expect(resourcesOf('Composition', facts)[0]?.author).toEqual([author]);
    expect(
      resourcesOf('Observation', facts).every(
        ({ performer }) => performer?.[0]?.reference === author.reference,
      ),
    ).toBe(true);
    expect(resourcesOf('QuestionnaireResponse', facts)[0]?.author).toEqual(author);
    const [response] = resourcesOf('QuestionnaireResponse', facts);
    expect(response?.item?.every(({ text }) => text === undefined)).toBe(true);
    expect(JSON.stringify(resourcesOf('Composition', facts))).toContain('Margaret O’Brien did not sign.');
  });
});
