import type { TextParams } from './texts.ts';

/** Texts cut at their names: words at even places, names at odd ones. */
const cutTexts = new Map<string, readonly string[]>();

function cut(text: string): readonly string[] {
  const known = cutTexts.get(text);
  if (known) return known;
  const parts = text.split(/\{(\w+)\}/);
  if (cutTexts.size >= 2_000) cutTexts.clear();
  cutTexts.set(text, parts);
  return parts;
}

/** Puts values in where a text has `{name}`; a name without a value stays. Values are put in as they are. */
export function withValues(text: string, params: TextParams): string {
  return cut(text)
    .map((part, index) => (index % 2 === 0 ? part : String(params[part] ?? `{${part}}`)))
    .join('');
}
