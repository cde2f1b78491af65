import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { damagedDocuments } from './damaged.ts';
import { goldenDocuments, publishedFiles } from './golden.ts';
import { isJavaTooOld } from '../java/java.ts';
import { verdictsIn } from './validator.ts';

const script = join(import.meta.dirname, 'check-fhir.ts');

describe('npm run check:fhir', () => {
  it('says that nothing was validated on a machine without Java, and passes [X-02]', () => {
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
