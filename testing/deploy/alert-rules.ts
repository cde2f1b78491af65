import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export type AlertRule = {
  alert: string;
  expr: string;
  annotations: { summary: string; runbook: string };
};

const rulesFile = join(import.meta.dirname, '../../deploy/observability/rules.yaml');

/** All rules of deploy/observability/rules.yaml. */
export const alertRules = (
  parse(readFileSync(rulesFile, 'utf8')) as { groups: { rules: AlertRule[] }[] }
).groups.flatMap(({ rules }) => rules);

type Sample = { labels: Record<string, string>; value: number };

const labelsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );

/** Returns the values that a selector such as `up{job="wattle"}` picks from metrics in the text format of Prometheus. */
function pick(metrics: string, selector: string): Sample[] {
  const [, metric = '', wanted = ''] = /^(\w+)(?:\{(.*)\})?$/.exec(selector) ?? [];
  const conditions = [...wanted.matchAll(/(\w+)(=|!=)"([^"]*)"/g)];
  return metrics.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name !== metric) return [];
    const sample = { labels: labelsIn(labels), value: Number(value) };
    const fits = conditions.every(
      ([, label = '', sign, text]) => (sample.labels[label] === text) === (sign === '='),
    );
    return fits ? [sample] : [];
  });
}

/** Returns the total increase of a counter between two scrapes. */
const riseOf = (selector: string, before: string, now: string) =>
  sumOf(pick(now, selector)) - sumOf(pick(before, selector));

const sumOf = (samples: readonly Sample[]) => samples.reduce((sum, { value }) => sum + value, 0);

const compare = (value: number, sign: string, bound: number) =>
  sign === '==' ? value === bound : value > bound;

/**
 * Whether the expression of an alert is true for a scrape; an earlier scrape gives the increase of counters. Supports only the
 * forms that the rules of services, jobs and refusals have. The waiting time of an alert is tested with promtool.
 * @throws Error for another form
 */
export function holds(expr: string, before: string, now: string): boolean {
  const [first = '', second] = expr.split(' and on (instance) ');
  if (second !== undefined) return holds(first, before, now) && holds(second, before, now);
  const [, value = '', sign = '', bound] = /^(.*) (==|>) ([\d.]+)$/.exec(first) ?? [];
  const inner = value.replace(/^(?:max|sum)(?: by \([^)]*\))? ?\((.*)\)$/, '$1');
  const rising = /^increase\((.*)\[\w+\]\)$/.exec(inner);
  if (rising) return compare(riseOf(rising[1] ?? '', before, now), sign, Number(bound));
  if (!/^\w+(\{.*\})?$/.test(inner)) throw new Error(`Unsupported expression: ${expr}`);
  return pick(now, inner).some((sample) => compare(sample.value, sign, Number(bound)));
}

/** Returns the anchors of the headings of a Markdown page. */
export const anchorsOf = (page: string): string[] =>
  [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
