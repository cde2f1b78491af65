import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { damagedDocuments } from './damaged.ts';
import { goldenDocuments, publishedFiles } from './golden.ts';
import { isJavaTooOld } from '../java/java.ts';
import { readingOf } from './guides.ts';
import { profiledResources } from './profiles.ts';
import { recordExamples } from './records.ts';
import { summaryExamples } from './summaries.ts';
import { guidesIn, verdictsIn } from './validator.ts';

const script = join(import.meta.dirname, 'check-fhir.ts');

describe('npm run check:fhir', () => {
  it('reports that nothing was validated on a machine without Java, and passes [X-02]', () => {
    const { status, stdout } = spawnSync(process.execPath, [script], {
      encoding: 'utf8',
      env: { PATH: '/nowhere' },
    });
    expect(stdout).toContain('No Java is installed: the FHIR documents and the PDFs were NOT validated.');
    expect(stdout).toContain('0 passed, 0 failed, 1 skipped');
    expect(status).toBe(0);
    expect([8, 16, 17, 21].map(isJavaTooOld)).toEqual([true, true, false, false]);
  });

  it('reads each error of a document, and which documents have none [X-02]', () => {
    const verdicts = verdictsIn(
      [
        'a.json\tERROR\tBundle: one',
        'a.json\tERROR\tBundle: two',
        'a.json\tDONE\t2\t5',
        'b.json\tDONE\t0\t1',
        '',
      ].join('\n'),
    );
    expect([...verdicts]).toEqual([
      ['a', { errors: ['Bundle: one', 'Bundle: two'], warnings: 5 }],
      ['b', { errors: [], warnings: 1 }],
    ]);
  });

  it('distinguishes an error of a profile from a definition that is in no package [X-02]', () => {
    const verdicts = verdictsIn(
      [
        'PACKAGE\thl7.fhir.au.core\t2.0.0\t31',
        'a.json\tERROR\tPatient.name: minimum required = 1, but only found 0',
        'a.json\tDONE\t1\t0',
        'b.json\tERROR\tRelatedPerson.relationship: Unknown profile http://hl7.org/fhir/uv/ips/x',
        'b.json\tDONE\t1\t4',
        'c.json\tDONE\t0\t2',
      ].join('\n'),
    );
    expect(readingOf(verdicts)).toEqual({
      steps: ['b has no error, 4 warnings; definitions that no package has: 1', 'c has no error, 2 warnings'],
      problem: 'a: Patient.name: minimum required = 1, but only found 0',
    });
    expect(guidesIn('PACKAGE\thl7.fhir.au.core\t2.0.0\t31\n')).toEqual([
      { name: 'hl7.fhir.au.core', version: '2.0.0', definitions: 31 },
    ]);
  });

  it('validates patients, contacts and summaries against the profiles of Australian guides [X-02]', async () => {
    const { documents, profiles } = profiledResources({
      ...(await goldenDocuments()),
      ...recordExamples(),
      ...summaryExamples(),
    });
    expect(Object.keys(profiles).toSorted()).toEqual(Object.keys(documents).toSorted());
    const kinds = Object.keys(profiles).map((name) => name.split('-').slice(0, 3).join('-'));
    expect(new Set(kinds)).toEqual(
      new Set([
        ...['Patient', 'RelatedPerson', 'Organization', 'Composition'].map((type) => `au-base-${type}`),
        ...['Patient', 'RelatedPerson', 'DocumentReference'].map((type) => `au-core-${type}`),
        'au-ps-patient',
      ]),
    );
  });

  it('validates documents of every kind, all different, with the published definitions [X-02]', async () => {
    const golden = await goldenDocuments();
    expect(Object.keys(golden)).toEqual(
      expect.arrayContaining([
        ...['english', 'chinese', 'on-behalf', 'nothing-refused', 'all-refused', 'condition', 'notes'],
        ...['ten-thousand-characters', 'older-version'],
      ]),
    );
    const texts = Object.values(golden).map((bundle) => JSON.stringify(bundle));
    expect(new Set(texts).size).toBe(texts.length);
    expect(Object.keys(publishedFiles())).toContain('Questionnaire-advance-care-plan-1');
  });

  it('must refuse more than twenty damaged documents, each damaged in its own way [X-02]', async () => {
    const whole = (await goldenDocuments())['english']!;
    const damaged = Object.values(damagedDocuments(whole)).map((bundle) => JSON.stringify(bundle));
    expect(damaged.length).toBeGreaterThan(20);
    expect(new Set([JSON.stringify(whole), ...damaged]).size).toBe(damaged.length + 1);
  });
});
