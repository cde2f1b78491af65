import { createLink, type LinkComponent } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

type CurrentAnchorProps = ComponentProps<'a'> & { current: 'page' | 'step' | 'true' | undefined };

/** The router marks every link whose address is a prefix of the present one as the current page. */
function CurrentAnchor({ current, children, ...rest }: CurrentAnchorProps) {
  return (
    <a {...rest} aria-current={current}>
      {children}
    </a>
  );
}

/** Link that decides itself whether it is current, and as what: a page, a step, or the group of the page. */
export const CurrentLink: LinkComponent<typeof CurrentAnchor> = createLink(CurrentAnchor);
