import { ApiError } from './api-error.ts';

/** A parameter of a request: text, or a map of parameters. Lists are maps whose keys are indexes. */
export type Value = string | Params;
export interface Params {
  [name: string]: Value;
}

const deepest = 8;

/**
 * Parses a body or query such as `items[0][price]=price_1` into nested maps.
 * @throws ApiError 400 for a name that is not a path
 */
export function parseForm(text: string): Params {
  const root = emptyParams();
  for (const [name, value] of new URLSearchParams(text)) {
    const path = pathOf(name);
    let node = root;
    for (const step of path.slice(0, -1)) {
      const next = node[step] ?? emptyParams();
      if (typeof next === 'string') throw ApiError.wrong(name, `Invalid parameter: ${name}`);
      node[step] = next;
      node = next;
    }
    const last = path.at(-1) ?? '';
    node[last === '' ? String(Object.keys(node).length) : last] = value;
  }
  return root;
}

// Without a prototype, a parameter named `__proto__` is a name like any other.
const emptyParams = (): Params => Object.create(null) as Params;

function pathOf(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  if (!match) throw ApiError.wrong(name, `Invalid parameter: ${name}`);
  const path = [
    match[1] ?? '',
    ...[...(match[2] ?? '').matchAll(/\[([^[\]]*)\]/g)].map(([, step]) => step ?? ''),
  ];
  if (path.length > deepest) throw ApiError.wrong(name, `Parameter is nested too deeply: ${name}`);
  return path;
}

/** Converts JSON of a browser to the form of a parsed body. */
export function paramsOf(json: unknown): Params {
  const params = emptyParams();
  if (json === null || typeof json !== 'object') return params;
  for (const [name, value] of Object.entries(json)) {
    if (value === null || value === undefined) continue;
    params[name] = typeof value === 'object' ? paramsOf(value) : String(value);
  }
  return params;
}

/** Returns a text parameter; undefined if it is missing. */
export function text(params: Params, name: string): string | undefined {
  const value = params[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw ApiError.wrong(name, `Invalid string: ${name}`);
  return value;
}

/** Returns a text parameter. @throws ApiError 400 if it is missing or empty */
export function required(params: Params, name: string): string {
  const value = text(params, name);
  if (!value)
    throw new ApiError(400, `Missing required param: ${name}.`, { code: 'parameter_missing', param: name });
  return value;
}

export function integer(params: Params, name: string): number | undefined {
  const value = text(params, name);
  if (value === undefined || value === '') return undefined;
  if (!/^-?\d{1,15}$/.test(value))
    throw ApiError.wrong(name, `Invalid integer: ${value}`, 'parameter_invalid_integer');
  return Number(value);
}

export const flag = (params: Params, name: string): boolean | undefined => {
  const value = text(params, name);
  return value === undefined ? undefined : value === 'true';
};

export function map(params: Params, name: string): Params {
  const value = params[name];
  return typeof value === 'object' ? value : emptyParams();
}

/** Returns a list of maps. */
export const maps = (params: Params, name: string): Params[] =>
  Object.values(map(params, name)).filter((value): value is Params => typeof value === 'object');

/** Returns a list of texts. */
export const texts = (params: Params, name: string): string[] =>
  Object.values(map(params, name)).filter((value): value is string => typeof value === 'string');

/** Returns the metadata after a request: an empty value removes a name, as at Stripe. */
export function metadataOf(params: Params, before: Record<string, string> = {}): Record<string, string> {
  const after = { ...before };
  for (const [name, value] of Object.entries(map(params, 'metadata'))) {
    if (value === '') delete after[name];
    else if (typeof value === 'string') after[name] = value;
  }
  return after;
}
