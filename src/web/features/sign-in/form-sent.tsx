import { useEffect, useRef, type ReactNode } from 'react';
import css from './sign-in.module.css';

/** What stands in place of a form that was sent. It takes focus, since what had it is gone. */
export function FormSent({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.focus(), []);
  return (
    <div ref={element} tabIndex={-1} className={css.instead}>
      {children}
    </div>
  );
}
