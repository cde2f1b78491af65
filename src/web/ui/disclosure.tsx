import type { ComponentProps, ReactNode } from 'react';
import { Icon } from './drawings/icon.tsx';

type DisclosureProps = Omit<ComponentProps<'details'>, 'children'> & {
  summary: ReactNode;
  /** For screen readers, what the summary is about, where several on a page have the same words. */
  of?: string | undefined;
  children: ReactNode;
};

/** Words that open and close. Nothing that everyone must read belongs inside. */
export function Disclosure({ summary, of, children, ...rest }: DisclosureProps) {
  return (
    <details {...rest} className="disclosure">
      <summary>
        <Icon name="chevron-right" small />
        {/* One element: the summary spaces its children. */}
        <span>
          {summary}
          {of !== undefined && <span className="vh">: {of}</span>}
        </span>
      </summary>
      <div>{children}</div>
    </details>
  );
}
