import type { ComponentProps, ReactNode } from 'react';
import { Icon } from './drawings/icon.tsx';

type DisclosureProps = Omit<ComponentProps<'details'>, 'children'> & {
  summary: ReactNode;
  children: ReactNode;
};

/** Words that open and close. Nothing that everyone must read belongs inside. */
export function Disclosure({ summary, children, ...rest }: DisclosureProps) {
  return (
    <details {...rest} className="disclosure">
      <summary>
        <Icon name="chevron-right" small />
        {summary}
      </summary>
      <div>{children}</div>
    </details>
  );
}
