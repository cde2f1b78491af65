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

/** A link to a page of Wattle that looks like a button. */
export const LinkButton: LinkComponent<typeof AnchorButton> = createLink(AnchorButton);
