import type { ReactNode } from 'react';
import { Sprig } from './sprig.tsx';

/** Nothing here yet: a heading, one sentence, one action. */
export function EmptyState({
  title,
  action,
  children,
}: {
  title: ReactNode;
  action?: ReactNode | undefined;
  children?: ReactNode | undefined;
}) {
  return (
    <div className="card empty">
      <Sprig drawing="small" />
      <h2>{title}</h2>
      {children && <p className="quiet">{children}</p>}
      {action}
    </div>
  );
}
