import { useId, type ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A card with its own heading. `lead` is one sentence under it. */
export function Card({
  title,
  lead,
  className,
  children,
}: {
  title: ReactNode;
  lead?: ReactNode | undefined;
  className?: string | undefined;
  children?: ReactNode | undefined;
}) {
  const id = useId();
  return (
    <section className={classNames('card', className)} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {lead && <p>{lead}</p>}
      {children}
    </section>
  );
}
