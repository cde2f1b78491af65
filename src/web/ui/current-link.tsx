import { createLink, type LinkComponent } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

type CurrentAnchorProps = ComponentProps<'a'> & { current: 'page' | 'step' | 'true' | undefined };

/** The router marks every link to an address that begins the present one as the current page. */
function CurrentAnchor({ current, children, ...rest }: CurrentAnchorProps) {
  return (
    <a {...rest} aria-current={current}>
      {children}
    </a>
  );
}

/** A link that knows itself whether it leads to where one is, and to what: a page, a step, or the group of the page. */
export const CurrentLink: LinkComponent<typeof CurrentAnchor> = createLink(CurrentAnchor);
