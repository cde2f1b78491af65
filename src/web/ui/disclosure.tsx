import type { ComponentProps, ReactNode } from 'react';
import { Icon } from './drawings/icon.tsx';

type DisclosureProps = Omit<ComponentProps<'details'>, 'children'> & {
  summary: ReactNode;
  /** Subject of the summary for screen readers, if several on a page have the same words. */
  of?: string | undefined;
  children: ReactNode;
};

/** Text that opens and closes. It must not contain anything that every reader needs. */
export function Disclosure({ summary, of, children, ...rest }: DisclosureProps) {
  return (
    <details {...rest} className="disclosure">
      <summary>
        <Icon name="chevron-right" small />
        {/* One element, because the summary adds space between its children. */}
        <span>
          {summary}
          {of !== undefined && <span className="vh">: {of}</span>}
        </span>
      </summary>
      <div>{children}</div>
    </details>
  );
}
