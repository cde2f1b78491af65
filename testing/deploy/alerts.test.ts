import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { alertRules as rules, anchorsOf } from './alert-rules.ts';
import { startApp, type TestApp } from '../start-app.ts';

const folder = join(import.meta.dirname, '../../deploy/observability');
const read = (file: string) => readFileSync(join(folder, file), 'utf8');

const tests = (parse(read('rules.test.yaml')) as { tests: { name: string }[] }).tests;

/** Returns the names of metrics in an expression, without the suffixes that Prometheus adds to names of histograms. */
const metricsIn = (expr: string) =>
  [...expr.matchAll(/\b(?:wattle|nodejs|process)_\w+/g)].map(([name]) =>
    name.replace(/_(bucket|count|sum)$/, ''),
  );

let app: TestApp;
let metrics: string;
beforeAll(async () => {
  app = await startApp();
  app.application.watchServices();
  metrics = await app.application.metrics.text();
});
afterAll(() => app.close());

const isMetric = (name: string) => metrics.includes(`# TYPE ${name} `);

describe('the alerts', () => {
  it('use metrics that the server exports, and each has its own test [S-86]', () => {
    expect(rules.length).toBeGreaterThan(15);
    const names = rules.flatMap(({ expr }) => metricsIn(expr));
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter((name) => !isMetric(name))).toEqual([]);
    expect(tests.map(({ name }) => name).toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
  });

  it('each name an existing section of the runbook [S-89]', () => {
    const runbook = readFileSync(join(import.meta.dirname, '../../docs/operations/runbook.md'), 'utf8');
    const anchors = anchorsOf(runbook);
    for (const { alert, annotations } of rules) {
      const [page, anchor = ''] = annotations.runbook.split('#');
      expect([alert, page, anchors.includes(anchor)]).toEqual([alert, 'docs/operations/runbook.md', true]);
    }
  });

  it('do not fire without a fault and fire after their fault, when promtool is installed [S-86]', (context) => {
    if (spawnSync('promtool', ['--version']).status !== 0) return context.skip();
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'rules.test.yaml'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });
});

it('the dashboard uses metrics that the server exports [S-86]', () => {
  const board = JSON.parse(read('dashboard.json')) as { panels: { targets: { expr: string }[] }[] };
  const names = board.panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsIn(expr)));
  expect(names.length).toBeGreaterThan(12);
  expect(names.filter((name) => !isMetric(name))).toEqual([]);
});
