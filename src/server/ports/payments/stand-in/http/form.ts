import { wrongParameter } from './api-error.ts';

/** The parameters of a request: texts and maps of parameters. Lists are maps whose keys are indexes. */
export interface Params {
  [name: string]: string | Params;
}

// Without a prototype, a parameter named `__proto__` is a name like any other.
const emptyParams = (): Params => Object.create(null) as Params;

/** Parses a body or query such as `items[0][price]=price_1` into nested maps. @throws ApiError 400 for contradictory names */
export function parseForm(form: string): Params {
  const root = emptyParams();
  for (const [name, value] of new URLSearchParams(form)) {
    const path = name.match(/[^[\]]+/g) ?? [''];
    let node = root;
    for (const step of path.slice(0, -1)) {
      const next = node[step] ?? emptyParams();
      if (typeof next === 'string') throw wrongParameter(name, `Invalid parameter: ${name}`);
      node[step] = next;
      node = next;
    }
    node[path.at(-1) ?? ''] = value;
  }
  return root;
}

/** Returns a text parameter; undefined if it is missing. */
export function text(params: Params, name: string): string | undefined {
  const value = params[name];
  return typeof value === 'string' ? value : undefined;
}

/** Returns a text parameter. @throws ApiError 400 if it is missing or empty */
export function required(params: Params, name: string): string {
  const value = text(params, name);
  if (!value) throw wrongParameter(name, `Missing required param: ${name}.`, 'parameter_missing');
  return value;
}

export function integer(params: Params, name: string): number | undefined {
  const value = text(params, name);
  if (value === undefined || value === '') return undefined;
  if (!/^-?\d{1,15}$/.test(value))
    throw wrongParameter(name, `Invalid integer: ${value}`, 'parameter_invalid_integer');
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
  Object.values(map(params, name)).filter((value) => typeof value === 'object');

/** Returns a list of texts. */
export const texts = (params: Params, name: string): string[] =>
  Object.values(map(params, name)).filter((value) => typeof value === 'string');

/** Returns the metadata of a new object. */
export const metadataOf = (params: Params) => map(params, 'metadata') as Record<string, string>;

/** Returns the promotion code in `discounts`; null for none. */
export function promotionIn(params: Params): string | null {
  const [discount] = maps(params, 'discounts');
  return discount ? required(discount, 'promotion_code') : null;
}
