import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { alertRules as rules, anchorsOf } from './alert-rules.ts';
import { startApp, type TestApp } from './start-app.ts';

const folder = join(import.meta.dirname, '../deploy/observability');
const read = (file: string) => readFileSync(join(folder, file), 'utf8');

const tests = (parse(read('rules.test.yaml')) as { tests: { name: string }[] }).tests;

/** Names of metrics in an expression, without what Prometheus adds to the name of a histogram. */
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
  it('are about metrics that the server shows, and each has a test of its own [S-86]', () => {
    expect(rules.length).toBeGreaterThan(15);
    const names = rules.flatMap(({ expr }) => metricsIn(expr));
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter((name) => !isMetric(name))).toEqual([]);
    expect(tests.map(({ name }) => name).toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
  });

  it('each name a section of the runbook that is there [S-89]', () => {
    const runbook = readFileSync(join(import.meta.dirname, '../docs/operations/runbook.md'), 'utf8');
    const anchors = anchorsOf(runbook);
    for (const { alert, annotations } of rules) {
      const [page, anchor = ''] = annotations.runbook.split('#');
      expect([alert, page, anchors.includes(anchor)]).toEqual([alert, 'docs/operations/runbook.md', true]);
    }
  });

  it('are silent while all is well and fire after their fault, where promtool is there to run them [S-86]', (context) => {
    if (spawnSync('promtool', ['--version']).status !== 0) return context.skip();
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'rules.test.yaml'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });
});

it('the board shows metrics that are there [S-86]', () => {
  const board = JSON.parse(read('dashboard.json')) as { panels: { targets: { expr: string }[] }[] };
  const names = board.panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsIn(expr)));
  expect(names.length).toBeGreaterThan(12);
  expect(names.filter((name) => !isMetric(name))).toEqual([]);
});
