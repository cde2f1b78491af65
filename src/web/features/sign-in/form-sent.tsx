import { useEffect, useRef, type ReactNode } from 'react';
import css from './sign-in.module.css';

/** Replaces a form that was sent. It takes the focus, because the focused element was removed. */
export function FormSent({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.focus(), []);
  return (
    <div ref={element} tabIndex={-1} className={css.instead}>
      {children}
    </div>
  );
}
