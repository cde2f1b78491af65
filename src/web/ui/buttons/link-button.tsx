import { createLink, type LinkComponent } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { buttonClass, type ButtonVariant } from './button.tsx';
import { Icon, type IconName } from '../drawings/icon.tsx';

type AnchorProps = ComponentProps<'a'> & { variant?: ButtonVariant; wide?: boolean; icon?: IconName };

/** Link to another site or to a file, styled as a button. */
export function AnchorButton({ variant, wide, icon, className, children, ...rest }: AnchorProps) {
  return (
    <a {...rest} className={buttonClass(variant, wide, className)}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}

/** A link back or on is never the current page, although the router marks every address that is a prefix of the present one. */
function PageButton(props: AnchorProps) {
  return <AnchorButton {...props} aria-current={undefined} />;
}

/** Link to a page of Wattle, styled as a button. */
export const LinkButton: LinkComponent<typeof PageButton> = createLink(PageButton);
