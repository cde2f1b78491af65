import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/domain/i18n/catalogue.ts';
import {
  partProblems,
  runbookSection,
  statusParts,
  stuckAfterSeconds,
} from '../../src/domain/status/status.ts';
import { queueNames } from '../../src/server/jobs/queue.ts';
import { nightlyTaskNames } from '../../src/server/jobs/nightly/nightly-work.ts';
import { jobName, queueName } from '../../src/web/features/status/words.ts';
import { alertRules } from './alert-rules.ts';

describe('the page of the status of the system', () => {
  it('names an existing section of the runbook for every problem of every part [S-89]', () => {
    const runbook = readFileSync(join(import.meta.dirname, '../../docs/operations/runbook.md'), 'utf8');
    const headings = new Set(
      runbook.split('\n').flatMap((line) => (line.startsWith('## ') ? [line.slice(3)] : [])),
    );
    const sections = statusParts.flatMap((part) =>
      partProblems.map((problem) => runbookSection(part, problem)),
    );
    expect(sections.filter((section) => !headings.has(section))).toEqual([]);
  });

  it('counts a job as stuck from the same age as the alert [S-86]', () => {
    const { expr } = alertRules.find(({ alert }) => alert === 'WattleJobsStuck')!;
    expect(expr).toContain(`> ${stuckAfterSeconds}`);
  });

  it('has a name for every queue and every nightly job [S-86]', () => {
    const t = (key: string) => catalogue.en[key] ?? key;
    const named = [
      ...queueNames.map((id) => [id, queueName(id, t as never)]),
      ...nightlyTaskNames.map((id) => [id, jobName(id, t as never)]),
    ];
    expect(named.filter(([id, name]) => id === name)).toEqual([]);
    expect(nightlyTaskNames.length).toBeGreaterThan(10);
  });
});
