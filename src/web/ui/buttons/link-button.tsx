import { createLink, type LinkComponent } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { buttonClass, type ButtonVariant } from './button.tsx';
import { Icon, type IconName } from '../drawings/icon.tsx';

type AnchorProps = ComponentProps<'a'> & { variant?: ButtonVariant; wide?: boolean; icon?: IconName };

/** A link to another site or to a file, that looks like a button. */
export function AnchorButton({ variant, wide, icon, className, children, ...rest }: AnchorProps) {
  return (
    <a {...rest} className={buttonClass(variant, wide, className)}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}

/** What leads back or on is never the current page, though the router says so of each address that begins the present one. */
function PageButton(props: AnchorProps) {
  return <AnchorButton {...props} aria-current={undefined} />;
}

/** A link to a page of Wattle that looks like a button. */
export const LinkButton: LinkComponent<typeof PageButton> = createLink(PageButton);
