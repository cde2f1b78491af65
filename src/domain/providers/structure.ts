import { deepestLevel } from './tiers.ts';

/** Position of a provider: the ids from the root down to it, both included. */
export type Standing = { id: string; path: readonly string[] };

/** A possible new parent of a provider. */
export type NewParent = Standing & { archived: boolean };

/** Reasons why a branch may not be moved to a place. `gone`: there is no such provider that the caller may use. */
export const moveProblems = ['same', 'ownChild', 'archived', 'tooDeep', 'gone'] as const;
export type MoveProblem = (typeof moveProblems)[number];

/** Returns the level of a provider: a root is on level 1. */
const levelOf = ({ path }: Pick<Standing, 'path'>): number => path.length;

/** Returns the parent of a provider; null for a root. */
const parentOf = ({ path }: Pick<Standing, 'path'>): string | null => path.at(-2) ?? null;

/** Returns the level of the lowest provider of a branch once its top is under `parent`; null is the top of all. */
export const lowestLevelUnder = (parent: Pick<Standing, 'path'> | null, height: number): number =>
  (parent === null ? 0 : levelOf(parent)) + height;

/** Returns why a branch with this many levels may not be moved under `parent`, null being the top of all; null if it may. */
export function moveProblem(top: Standing, height: number, parent: NewParent | null): MoveProblem | null {
  if (parent?.path.includes(top.id)) return 'ownChild';
  if (parent?.archived) return 'archived';
  if ((parent?.id ?? null) === parentOf(top)) return 'same';
  return lowestLevelUnder(parent, height) > deepestLevel ? 'tooDeep' : null;
}

/** Message of each reason, at the field of the new parent. */
export const moveProblemTexts = {
  same: 'error.provider.sameParent',
  ownChild: 'error.provider.ownChild',
  archived: 'error.provider.parentArchived',
  tooDeep: 'error.provider.tooDeep',
  gone: 'error.provider.parentGone',
} as const satisfies Record<MoveProblem, string>;

/** Maximum number of people moved by one call when a provider is deleted: further calls move the others. */
export const peopleInOneCall = 500;
