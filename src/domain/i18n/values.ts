import type { TextParams } from './texts.ts';

/** Texts split at their parameters: words at even positions, names at odd ones. */
const cutTexts = new Map<string, readonly string[]>();

function cut(text: string): readonly string[] {
  const known = cutTexts.get(text);
  if (known) return known;
  const parts = text.split(/\{(\w+)\}/);
  if (cutTexts.size >= 2_000) cutTexts.clear();
  cutTexts.set(text, parts);
  return parts;
}

/** Replaces `{name}` in a text by its value; a name without a value is kept. Values are inserted unchanged. */
export function withValues(text: string, params: TextParams): string {
  return cut(text)
    .map((part, index) => (index % 2 === 0 ? part : String(params[part] ?? `{${part}}`)))
    .join('');
}
