import type { ReactNode } from 'react';

/** A gold badge, for example for the role in the top bar. */
export function Badge({ children }: { children: ReactNode }) {
  return <span className="badge">{children}</span>;
}

/** The colours of a plan's status. */
export type DotColour = 'amber' | 'green' | 'grey' | 'blue' | 'red';

/** The status of a plan: a dot, always with its word. */
export function StatusDot({ colour, children }: { colour: DotColour; children: ReactNode }) {
  return <span className={colour === 'grey' ? 'dot' : `dot ${colour}`}>{children}</span>;
}
