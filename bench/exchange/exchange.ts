import { planBundle } from '../../src/domain/fhir/bundle.ts';
import type { DocumentFacts } from '../../src/domain/fhir/facts.ts';
import { catalogue } from '../../src/domain/i18n/catalogue.ts';
import type { Language } from '../../src/domain/i18n/texts.ts';
import { translatorOf } from '../../src/domain/i18n/translator.ts';
import { currentDefinition } from '../../src/domain/questionnaire/definition.ts';
import { fullAnswers, fullAnswersZh, signingAnswers } from '../../src/server/demo/demo-answers.ts';
import { createPdfPool } from '../../src/server/documents/pdf-process/pdf-pool.ts';
import { bilingualPlan, drawnSignature } from '../../src/server/documents/plan/plan-document.fixture.ts';
import { quantile, type Figure } from '../measuring/figure.ts';

/** Returns the full demo plan of a language, with a PDF in both languages, the largest that a plan has. */
async function factsIn(language: Language): Promise<DocumentFacts> {
  const pool = createPdfPool();
  const pdf = Buffer.from(
    await pool.makePdf(bilingualPlan({ signature: { png: await drawnSignature(), name: '陈美玲' } })),
  );
  await pool.close();
  const answers = language === 'zh' ? fullAnswersZh() : fullAnswers();
  return {
    baseUrl: 'https://wattle.example',
    planId: '3f0c4d52-8a52-4b1c-9a6e-0d9c7a1f2b3c',
    version: 2,
    language,
    definitionVersion: currentDefinition.version,
    answers: { ...answers, ...(await signingAnswers('Margaret Doyle', 1)) },
    owner: { for_my_self: true, account_owner: 'self' },
    signed: null,
    signedAt: '2026-11-21T03:04:05.000Z',
    changedAt: '2026-11-22T03:04:05.000Z',
    medicare: null,
    operator: { name: 'Wattle', phone: '1300 000 000' },
    contacts: Array.from({ length: 4 }, (_, index) => ({
      id: `11111111-1111-4111-8111-11111111111${index}`,
      name: `陈伟 ${index}`,
      relationship: 'Son',
      phone: '0400 000 001',
      substitute: true,
      guardian: true,
      pending: index > 1,
    })),
    pdf: { base64: pdf.toString('base64'), size: pdf.length, title: 'plan.pdf' },
    t: { en: translatorOf('en', catalogue.en), zh: translatorOf('zh', catalogue.zh) },
  };
}

/** Measures the document of the demo's full plan for health services: the time of one, written as JSON, and its size. */
export async function benchExchange(documents = 2_000): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const language of ['en', 'zh'] as const) {
    const facts = await factsIn(language);
    let bytes = 0;
    const times: number[] = [];
    for (let index = 0; index < documents; index += 1) {
      const started = performance.now();
      bytes = Buffer.byteLength(JSON.stringify(planBundle({ ...facts, version: index + 1 })));
      times.push(performance.now() - started);
    }
    times.sort((a, b) => a - b);
    figures.push(
      {
        name: `FHIR document, ${language}`,
        value: quantile(times, 0.5),
        unit: 'ms',
        goal: { most: 5 },
        about: `${documents} documents with their JSON; 99% within ${quantile(times, 0.99).toFixed(1)} ms`,
      },
      {
        name: `FHIR document, ${language}, with the PDF`,
        value: bytes / 1_000,
        unit: 'kB',
        goal: { most: 350 },
        about: `the PDF has ${(facts.pdf.size / 1_000).toFixed(0)} kB`,
      },
    );
  }
  return figures;
}
