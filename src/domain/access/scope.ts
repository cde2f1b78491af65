import type { Actor } from './actors.ts';

declare const scopeMark: unique symbol;

/** People whose rows a list may contain. Only `scopeOf` creates one, so a list without its filter does not compile. */
export type Scope = (
  | { people: 'none' }
  | { people: 'one'; userId: string }
  | { people: 'subtree'; providerId: string }
  | { people: 'all' }
) & { readonly [scopeMark]: true };

/** Returns the rows that an actor may list: their own, those of their provider and everything below it, or all. */
export function scopeOf(actor: Actor): Scope {
  return plainScopeOf(actor) as Scope;
}

/** A scope of at most one person's rows. */
export type OwnScope = Extract<Scope, { people: 'none' | 'one' }>;

/** Returns only the actor's own rows, for lists in which staff do not see other people's rows either. */
export function ownScopeOf(actor: Actor): OwnScope {
  const own = actor.kind === 'person' ? { people: 'one', userId: actor.userId } : { people: 'none' };
  return own as OwnScope;
}

function plainScopeOf(actor: Actor) {
  if (actor.kind === 'emergency') return { people: 'one', userId: actor.userId } as const;
  if (actor.kind === 'clinicalSystem') return { people: 'subtree', providerId: actor.providerId } as const;
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
