import type { ReactNode } from 'react';
import { PageTitle } from '../../ui/page-title.tsx';

/** A page with a heading, a sentence and a link. */
export function MessagePage({
  title,
  children,
  action,
}: {
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="message">
      <PageTitle>{title}</PageTitle>
      <p className="lead">{children}</p>
      {action && <div className="acts">{action}</div>}
    </div>
  );
}
