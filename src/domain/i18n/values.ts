import type { TextParams } from './texts.ts';

/** Puts values in where a text has `{name}`; a name without a value stays. Values are put in as they are. */
export function withValues(text: string, params: TextParams): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}
