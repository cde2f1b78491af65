import type { Actor } from './actors.ts';

declare const scopeMark: unique symbol;

/** Which people's rows a list may hold. Only `scopeOf` makes one, so a list without its filter does not compile. */
export type Scope = (
  | { people: 'none' }
  | { people: 'one'; userId: string }
  | { people: 'subtree'; providerId: string }
  | { people: 'all' }
) & { readonly [scopeMark]: true };

/** The rows that an actor may list: one's own, one's provider with everything under it, or all. */
export function scopeOf(actor: Actor): Scope {
  return plainScopeOf(actor) as Scope;
}

/** A scope of one person's rows at most. */
export type OwnScope = Extract<Scope, { people: 'none' | 'one' }>;

/** One's own rows alone, for lists in which staff do not see those of others either. */
export function ownScopeOf(actor: Actor): OwnScope {
  const own = actor.kind === 'person' ? { people: 'one', userId: actor.userId } : { people: 'none' };
  return own as OwnScope;
}

function plainScopeOf(actor: Actor) {
  if (actor.kind === 'emergency') return { people: 'one', userId: actor.userId } as const;
  if (actor.kind !== 'person') return { people: 'none' } as const;
  switch (actor.role) {
    case 'user':
      return { people: 'one', userId: actor.userId } as const;
    case 'provideradmin':
    case 'providerview':
      return actor.providerId === null
        ? ({ people: 'none' } as const)
        : ({ people: 'subtree', providerId: actor.providerId } as const);
    case 'admin':
    case 'tlcadmin':
    case 'sysadmin':
      return { people: 'all' } as const;
  }
}
