import { encode } from 'uqr';
import type { PlanDocument } from './plan-document.ts';
import { plainText, runsOf, type Coverage, type Runs } from './text-runs.ts';

/** The same shape, with each text cut into runs. Numbers, flags and nulls stay. */
type InRuns<Value> = Value extends string
  ? Runs
  : Value extends object
    ? { [Key in keyof Value]: InRuns<Value[Key]> }
    : Value;

/** Texts that the template uses as names or spoken descriptions, not as text on the page. */
const plainKeys = new Set(['language', 'id', 'count', 'weight', 'description', 'address']);

/**
 * A plan's document as the template reads it: texts as runs of one font and language, the code as a drawing,
 * and whether there is a signature picture. The picture itself travels beside it. The result is plain JSON
 * data.
 */
export function templateData(document: PlanDocument, coverage: Coverage): Record<string, unknown> {
  const { png, ...signature } = document.signature;
  const texts = inRuns({ ...document, signature }, document.language, coverage) as Record<string, object>;
  return {
    ...texts,
    plainTitle: plainText(document.title, coverage),
    signature: { ...texts.signature, hasPicture: png !== null },
    code: { ...texts.code, drawing: codeDrawing(document.code.address) },
  };
}

function inRuns<Value>(
  value: Value,
  language: PlanDocument['language'],
  coverage: Coverage,
  key = '',
): InRuns<Value> {
  let result: unknown = value;
  if (typeof value === 'string') {
    result = plainKeys.has(key) ? plainText(value, coverage) : runsOf(value, language, coverage);
  } else if (Array.isArray(value)) {
    result = value.map((item: unknown) => inRuns(item, language, coverage, key));
  } else if (typeof value === 'object' && value !== null) {
    result = Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, inRuns(item, language, coverage, name)]),
    );
  }
  return result as InRuns<Value>;
}

/** A QR code (level M) as an SVG drawing of one path, with the quiet zone of 4 modules that scanners need. */
export function codeDrawing(url: string): string {
  const { data, size } = encode(url, { ecc: 'M', border: 4 });
  const bars = data.flatMap((row, y) =>
    barsOf(row).map(({ from, length }) => `M${from} ${y}h${length}v1h-${length}z`),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path d="${bars.join('')}"/></svg>`;
}

function barsOf(row: readonly boolean[]): { from: number; length: number }[] {
  const bars: { from: number; length: number }[] = [];
  row.forEach((dark, x) => {
    const last = bars.at(-1);
    if (dark && last && last.from + last.length === x) last.length += 1;
    else if (dark) bars.push({ from: x, length: 1 });
  });
  return bars;
}
