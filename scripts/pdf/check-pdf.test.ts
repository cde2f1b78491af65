import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { damagedPdfs } from './damaged.ts';
import { claimingPdfs, otherPdfs } from './golden.ts';
import { verdictsIn } from './validator.ts';

describe('npm run check:pdf', () => {
  it('reports that nothing was validated on a machine without Java, and passes [S-66]', () => {
    const { status, stdout } = spawnSync(process.execPath, [join(import.meta.dirname, 'check-pdf.ts')], {
      encoding: 'utf8',
      env: { PATH: '/nowhere' },
    });
    expect(stdout).toContain('No Java is installed: the PDFs were NOT validated.');
    expect(stdout).toContain('0 passed, 0 failed, 1 skipped');
    expect(status).toBe(0);
  });

  it('reads what each PDF claims and which rules it breaks [S-66]', () => {
    const lines = [
      'a.pdf\tCLAIM\tua1',
      'a.pdf\tDONE\t12',
      'b.pdf\tERROR\t7.1-3 Content is not tagged\t5',
      'b.pdf\tERROR\t5-1 No claim\t1',
      'b.pdf\tDONE\t7',
      'not-finished.pdf\tCLAIM\tua1',
      '',
    ];
    expect([...verdictsIn(lines.join('\n'))]).toEqual([
      ['a', { claims: ['ua1'], broken: [], checks: 12 }],
      ['b', { claims: [], broken: ['7.1-3 Content is not tagged (5 times)', '5-1 No claim'], checks: 7 }],
    ]);
  });

  it('validates PDFs of every kind, and must refuse damaged ones, each damaged in its own way [S-66]', async () => {
    const claiming = await claimingPdfs();
    expect(Object.keys(claiming)).toEqual(
      expect.arrayContaining([
        ...['plan-english', 'plan-chinese', 'plan-on-behalf', 'plan-typed-signature', 'plan-hostile'],
        ...['invoice-en', 'invoice-zh', 'report-en', 'report-zh', 'ambulance-facts', 'emergency-sheets'],
      ]),
    );
    expect(Object.keys(await otherPdfs(claiming))).toEqual(['photographs', 'ambulance-merged']);
    const whole = claiming['plan-english']!;
    const damaged = Object.values(damagedPdfs(whole)).map((pdf) => Buffer.from(pdf).toString('latin1'));
    expect(damaged.length).toBeGreaterThanOrEqual(12);
    expect(new Set([Buffer.from(whole).toString('latin1'), ...damaged]).size).toBe(damaged.length + 1);
  }, 60_000);
});
